// Judges the rows on standard input by the five schema files with Ajv, in its strict mode, and exits
// 1 if any verdict differs from the row's. Usage: node check.mjs DIRECTORY-OF-SCHEMAS < rows
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { createRequire } from "node:module";

const Ajv = createRequire(path.join(process.cwd(), "x.js"))("ajv/dist/2020").default;
const dir = process.argv[2];
const base = "https://github.com/spellbench/sbconform/schemas/";
// Ajv's strictTypes wants a type beside every keyword; conditions on members that are checked elsewhere have none.
const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
for (const name of ["semantic", "observation", "common", "requests", "responses"]) {
  ajv.addSchema(JSON.parse(fs.readFileSync(path.join(dir, name + ".schema.json"), "utf8")));
}
const compiled = new Map();
let rows = 0, wrong = 0;
for await (const line of readline.createInterface({ input: process.stdin })) {
  const row = JSON.parse(line);
  if (!compiled.has(row.Schema)) compiled.set(row.Schema, ajv.getSchema(base + row.Schema));
  const validate = compiled.get(row.Schema);
  rows++;
  if (validate(JSON.parse(row.Text)) !== row.Valid) {
    wrong++;
    if (wrong <= 10) console.error(`${row.Schema}: ${row.What}: want ${row.Valid}: ${row.Text.slice(0, 500)}`, validate.errors?.slice(0, 3));
  }
}
console.log(`${rows} rows, ${wrong} judged otherwise`);
process.exit(wrong || rows === 0 ? 1 : 0);
