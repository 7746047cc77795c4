"use strict";
const all = s => [...document.querySelectorAll(s)];
const graph = document.querySelector(".graph"), dots = all(".graph .dot"), ribbons = all(".graph .ribbon"), rows = all(".ways tbody tr"), shown = document.getElementById("shown");
let chosen = null;

// What has to do with a dot stands out, and nothing does if there is none.
function mark(dot) {
  graph.classList.toggle("some", dot !== null);
  const near = new Set(dot === null ? [] : [dot]);
  for (const r of ribbons) {
    const its = r.dataset.a === dot || r.dataset.b === dot;
    r.classList.toggle("near", its);
    if (its) near.add(r.dataset.a).add(r.dataset.b);
  }
  for (const d of dots) d.classList.toggle("near", near.has(d.dataset.dot));
}
function choose(dot) {
  chosen = chosen === dot ? null : dot;
  let n = 0;
  for (const r of rows) {
    r.hidden = chosen !== null && r.dataset.a !== chosen && r.dataset.b !== chosen;
    if (!r.hidden) n++;
  }
  for (const d of dots) d.setAttribute("aria-pressed", String(d.dataset.dot === chosen));
  shown.textContent = chosen === null ? n + " ways" : n + " of " + rows.length + " ways: those of the chosen state; choose it again for all";
  mark(chosen);
}
for (const d of dots) {
  d.onmouseenter = d.onfocus = () => mark(d.dataset.dot);
  d.onmouseleave = d.onblur = () => mark(chosen);
  d.onclick = () => choose(d.dataset.dot);
  d.onkeydown = e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); choose(d.dataset.dot); } };
}
