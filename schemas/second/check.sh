#!/bin/sh
# Judges the schemas with a second implementation, Ajv. Needs node and npm; installs Ajv in a directory of
# its own, which is removed. Exit status: 0 agreed, 1 not, 2 Ajv could not be had.
set -eu
schemas=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund ajv@8.17.1 >/dev/null || { echo "Ajv could not be installed" >&2; exit 2; }
(cd "$schemas" && go run ./second) >rows
node "$schemas/second/check.mjs" "$schemas" <rows
