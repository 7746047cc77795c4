"use strict";
const all = s => [...document.querySelectorAll(s)];
const text = document.getElementById("text"), section = document.getElementById("section"), found = document.getElementById("found");
const chips = all(".chip"), squares = all(".map button"), items = all("[data-v]");
for (const i of items) i.words = i.textContent.toLowerCase();

// A filter that nobody set shows everything.
function filter() {
  const verdicts = chips.filter(c => c.getAttribute("aria-pressed") === "true").map(c => c.dataset.is);
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let n = 0;
  for (const i of items) {
    const show = (!verdicts.length || verdicts.includes(i.dataset.v)) && (!section.value || i.dataset.s === section.value) && words.every(w => i.words.includes(w));
    i.hidden = !show;
    if (show && i.matches(".all *")) n++;
  }
  const any = verdicts.length || words.length || section.value;
  for (const m of all(".more")) { m.hidden = !m.querySelector("[data-v]:not([hidden])"); if (any) m.open = true; }
  for (const c of all(".cluster")) c.hidden = !c.querySelector("[data-v]:not([hidden])");
  for (const s of squares) s.setAttribute("aria-pressed", String(s.dataset.section === section.value));
  const of = all(".all [data-v]").length;
  found.textContent = (n === of ? "" : n + " of ") + of + (of === 1 ? " check" : " checks");
}
for (const c of chips) c.onclick = () => { c.setAttribute("aria-pressed", String(c.getAttribute("aria-pressed") !== "true")); filter(); };
for (const s of squares) s.onclick = () => { section.value = section.value === s.dataset.section ? "" : s.dataset.section; filter(); };
text.oninput = section.onchange = filter;

async function copy(button) {
  const pre = button.parentElement.querySelector("pre");
  let done = false;
  try { await navigator.clipboard.writeText(pre.textContent); done = true; } catch { // as in a page opened from a file
    getSelection().selectAllChildren(pre);
    try { done = document.execCommand("copy"); } catch { }
  }
  button.textContent = done ? "copied" : "selected";
  setTimeout(() => { button.textContent = "copy"; }, 1500);
}
for (const b of all(".command button")) { b.hidden = false; b.onclick = () => copy(b); }

// The keys do nothing where somebody types.
onkeydown = e => {
  if (e.target.matches("input, select, textarea") || e.ctrlKey || e.metaKey || e.altKey) {
    if (e.key === "Escape" && e.target === text) { text.value = ""; filter(); text.blur(); }
    return;
  }
  if (e.key === "/") { e.preventDefault(); text.focus(); return; }
  const step = {j: 1, k: -1}[e.key];
  if (!step) return;
  const list = all("details.check > summary").filter(s => s.offsetParent);
  const next = list[Math.max(0, Math.min(list.length - 1, list.indexOf(document.activeElement) + step))];
  if (next) { next.focus(); next.scrollIntoView({block: "nearest"}); }
};
onbeforeprint = () => { for (const d of all("details")) d.open = true; };
for (const f of all(".filter")) f.hidden = false;
filter();
