"use strict";
/* The page of a report: an index of findings with filters, and for each finding its path drawn into the source.
   The place is in the address: #3 is the third finding, #3/2 its second step. */

const report = JSON.parse(document.getElementById("data").textContent);
const findings = report.findings;
const state = { sort: "place", descending: false, shown: [], current: -1, step: -1 };
const $ = (id) => document.getElementById(id);

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/* ---- The index ---- */

const orders = {
  place: (f) => [f.file, f.line, f.column],
  kind: (f) => [f.kind, f.file, f.line],
  severity: (f) => [{ error: 0, warning: 1, note: 2 }[f.severity], f.file, f.line],
  confidence: (f) => [f.confidence, f.file, f.line],
  function: (f) => [f.function, f.file, f.line],
  message: (f) => [f.message, f.file, f.line],
  length: (f) => [f.path.length, f.file, f.line],
};

function compare(a, b) {
  for (let i = 0; i < a.length; i++) {
    if (a[i] < b[i]) return -1;
    if (a[i] > b[i]) return 1;
  }
  return 0;
}

function filters() {
  return {
    text: $("search").value.toLowerCase(),
    kind: $("kind").value,
    severity: $("severity").value,
    confidence: $("confidence").value,
    file: $("file").value,
  };
}

function passes(f, filter) {
  const all = [f.message, f.kind, "cwe-" + f.cwe, f.file, f.function, f.entry].join(" ").toLowerCase();
  return ["kind", "severity", "confidence", "file"].every((key) => !filter[key] || f[key] === filter[key]) && all.includes(filter.text);
}

function row(f) {
  const tr = make("tr", "row");
  tr.dataset.finding = f.number;
  const cell = (child, className) => {
    const td = make("td", className);
    td.append(child);
    tr.append(td);
  };
  const link = make("a", "", f.message);
  link.href = "#" + (f.number + 1);
  cell(make("span", "badge " + f.severity, f.severity));
  cell(make("span", "", f.kind));
  cell(link);
  cell(make("span", "code where", f.file + ":" + f.line));
  cell(make("span", "code", f.function));
  cell(make("span", "badge plain", f.confidence));
  cell(make("span", "", String(f.path.length)));
  tr.addEventListener("click", () => { location.hash = String(f.number + 1); });
  return tr;
}

function showIndex() {
  const filter = filters();
  state.shown = findings.filter((f) => passes(f, filter));
  state.shown.sort((a, b) => compare(orders[state.sort](a), orders[state.sort](b)) * (state.descending ? -1 : 1));
  $("rows").replaceChildren(...state.shown.map(row));
  $("count").textContent = state.shown.length === findings.length ? findings.length + " findings" : state.shown.length + " of " + findings.length + " findings";
  $("nothing").hidden = state.shown.length > 0;
  $("table").hidden = state.shown.length === 0;
  for (const th of document.querySelectorAll("th[data-sort]")) {
    const isSorted = th.dataset.sort === state.sort;
    th.setAttribute("aria-sort", isSorted ? (state.descending ? "descending" : "ascending") : "none");
  }
}

function fillSelect(id, what) {
  const counts = new Map();
  for (const f of findings) counts.set(f[id], (counts.get(f[id]) || 0) + 1);
  const first = make("option", "", "any " + what);
  first.value = "";
  $(id).append(first);
  for (const key of [...counts.keys()].sort()) {
    const option = make("option", "", key + " (" + counts.get(key) + ")");
    option.value = key;
    $(id).append(option);
  }
  $(id).addEventListener("change", showIndex);
}

/* ---- Source ---- */

const KEYWORDS = new Set(("auto break case char const continue default do double else enum extern float for goto if inline int long register " +
  "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool bool NULL true false").split(" "));
const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[A-Za-z_]\w*|0[xX][\da-fA-F]+|\d[\w.]*|\s+|./g;

function classOf(token) {
  if (token.startsWith("//") || token.startsWith("/*")) return "c";
  if (token[0] === '"' || token[0] === "'") return "s";
  if (/^\d/.test(token)) return "n";
  return KEYWORDS.has(token) ? "k" : "";
}

/* A line of C in colours; the words at the columns of `marks` stand out. */
function paint(text, marks) {
  const code = make("span", "code");
  let column = 1;
  for (const token of text.match(TOKEN) || []) {
    const span = make(marks.has(column) ? "mark" : "span", classOf(token), token);
    code.append(span);
    column += token.length;
  }
  return code;
}

function stepsAt(f, file, line) {
  return f.path.filter((step) => step.file === file && step.line === line);
}

function bubble(f, step) {
  const box = make("div", "bubble " + step.kind + (step.number === f.path.length - 1 ? " last" : ""));
  box.dataset.step = step.number;
  box.append(make("span", "number", String(step.number + 1)));
  const words = make("div");
  words.append(make("div", "", step.text));
  if (step.values && step.values.length)
    words.append(make("div", "worth code", step.values.map((v) => v.name + " = " + v.value).join(", ")));
  box.append(words);
  box.addEventListener("click", () => go(state.current, step.number));
  return box;
}

/* The lines of a file around the steps of a path. */
const AROUND = 12;
function wanted(f, file, source) {
  const lines = new Set();
  for (const step of f.path)
    if (step.file === file)
      for (let n = Math.max(1, step.line - AROUND); n <= Math.min(source.count, step.line + AROUND); n++) lines.add(n);
  return [...lines].sort((a, b) => a - b);
}

function lineOf(source, number) {
  for (const part of source.parts)
    if (number >= part.from && number < part.from + part.lines.length) return part.lines[number - part.from];
  return undefined;
}

function filePanel(f, file) {
  const panel = make("section", "file");
  panel.append(make("h3", "code", file));
  const lines = make("div", "lines");
  const source = report.sources[file] || { count: 0, parts: [] };
  let last = 0;
  for (const number of wanted(f, file, source)) {
    const text = lineOf(source, number);
    if (text === undefined) continue;
    if (last && number > last + 1) lines.append(make("div", "gap", number - last - 1 + " lines"));
    last = number;
    const steps = stepsAt(f, file, number);
    const line = make("div", "line" + (steps.length ? " on" : ""));
    line.dataset.line = number;
    line.append(make("span", "at code", String(number)), paint(text, new Set(steps.map((s) => s.column))));
    lines.append(line);
    for (const step of steps) lines.append(bubble(f, step));
  }
  if (!last) {
    lines.append(make("div", "gap", "the source was not readable when the report was written"));
    for (const step of f.path) if (step.file === file) lines.append(bubble(f, step));
  }
  panel.append(lines);
  return panel;
}

/* ---- The path ---- */

const SVG = "http://www.w3.org/2000/svg";
function shape(name, attributes, isHere) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (isHere) element.classList.add("here");
  return element;
}

/* Arcs in the margin, from each step to the next one. */
function drawPath() {
  const box = $("sources");
  const origin = box.getBoundingClientRect();
  const svg = $("arcs");
  svg.setAttribute("width", 1);
  svg.setAttribute("height", 1);
  const spots = [...box.querySelectorAll(".bubble")].sort((a, b) => a.dataset.step - b.dataset.step).map((element) => {
    const r = element.getBoundingClientRect();
    return { x: r.left - origin.left + box.scrollLeft, y: r.top - origin.top + box.scrollTop + 16 };
  });
  const drawn = [];
  for (let i = 0; i + 1 < spots.length; i++) {
    const a = spots[i], b = spots[i + 1], isHere = i + 1 === state.step;
    const bend = Math.min(64, 24 + Math.abs(b.y - a.y) / 12);
    drawn.push(shape("path", { d: `M ${a.x} ${a.y} C ${a.x - bend} ${a.y}, ${b.x - bend} ${b.y}, ${b.x - 6} ${b.y}` }, isHere));
    drawn.push(shape("polygon", { points: `${b.x},${b.y} ${b.x - 8},${b.y - 4} ${b.x - 8},${b.y + 4}` }, isHere));
  }
  svg.replaceChildren(...drawn);
}

/* Into the middle of what is seen of the pane; the page itself moves only if the pane is at its end. */
function scrollToMiddle(element) {
  const box = $("sources");
  const frame = box.getBoundingClientRect();
  const visible = Math.min(window.innerHeight, frame.bottom) - frame.top;
  box.scrollTop += element.getBoundingClientRect().top - frame.top - (visible - element.offsetHeight) / 2;
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
}

function markStep() {
  for (const element of document.querySelectorAll("#finding .here")) element.classList.remove("here");
  const f = findings[state.current];
  const step = f.path[state.step];
  $("step-count").textContent = f.path.length ? "step " + (state.step + 1) + " of " + f.path.length : "no path";
  $("previous-step").disabled = state.step <= 0;
  $("next-step").disabled = state.step + 1 >= f.path.length;
  if (!step) return;
  for (const element of document.querySelectorAll(`#finding [data-step="${state.step}"]`)) element.classList.add("here");
  const here = document.querySelector(`#sources .bubble[data-step="${state.step}"]`);
  if (here) {
    let line = here.previousElementSibling;
    while (line && !line.classList.contains("line")) line = line.previousElementSibling;
    if (line) line.classList.add("here");
    scrollToMiddle(here);
  }
  drawPath();
}

function stepItem(f, step) {
  const li = make("li", step.number === f.path.length - 1 ? "last" : "");
  li.dataset.step = step.number;
  li.style.marginLeft = 14 * Math.min(step.depth, 8) + "px";
  const words = make("div");
  words.append(make("div", "", step.text), make("div", "soft code", step.file.split("/").pop() + ":" + step.line + (step.function ? " in " + step.function : "")));
  li.append(make("span", "number", String(step.number + 1)), words);
  li.addEventListener("click", () => go(state.current, step.number));
  return li;
}

function showFinding(f) {
  $("message").textContent = f.message;
  $("place").textContent = f.file + ":" + f.line + (f.column ? ":" + f.column : "") + (f.function ? " in " + f.function : "");
  const cwe = make("a", "badge plain", "CWE-" + f.cwe);
  cwe.href = "https://cwe.mitre.org/data/definitions/" + f.cwe + ".html";
  $("badges").replaceChildren(make("span", "badge " + f.severity, f.severity), make("span", "badge plain", f.kind), cwe, make("span", "badge plain", f.confidence));
  $("assumption").textContent = f.assumption ? "Assumes: " + f.assumption : "";
  $("driver").textContent = f.driver ? "Reproducer: " + f.driver : "";
  $("entry").textContent = f.entry && f.entry !== f.function ? "The analysis began with " + f.entry + "." : "";
  const values = [];
  for (const v of f.values) values.push(make("dt", "code", v.name), make("dd", "code", v.value));
  $("values").replaceChildren(...values);
  $("values-title").hidden = !values.length;
  $("step-list").replaceChildren(...f.path.map((step) => stepItem(f, step)));
  const files = [...new Set(f.path.map((step) => step.file))];
  for (const old of document.querySelectorAll("#sources .file")) old.remove();
  $("sources").append(...files.map((file) => filePanel(f, file)));
  const at = state.shown.indexOf(f);
  $("previous-finding").disabled = at <= 0;
  $("next-finding").disabled = at < 0 || at + 1 >= state.shown.length;
}

/* ---- Where we are ---- */

function go(finding, step) {
  const isLast = step === undefined || step === findings[finding].path.length - 1;
  location.hash = isLast ? String(finding + 1) : finding + 1 + "/" + (step + 1);
}

function neighbour(distance) {
  const at = state.shown.indexOf(findings[state.current]) + distance;
  if (at >= 0 && at < state.shown.length) go(state.shown[at].number);
}

function moveStep(distance) {
  const step = state.step + distance;
  if (step >= 0 && step < findings[state.current].path.length) go(state.current, step);
}

function route() {
  const found = /^#(\d+)(?:\/(\d+))?$/.exec(location.hash);
  const number = found ? Number(found[1]) - 1 : -1;
  const isIndex = number < 0 || number >= findings.length;
  $("index").hidden = !isIndex;
  $("finding").hidden = isIndex;
  if (isIndex) {
    state.current = -1;
    document.title = "Loci: " + findings.length + " findings";
    return;
  }
  const f = findings[number];
  const isNew = state.current !== number;
  state.current = number;
  state.step = found[2] ? Math.min(Number(found[2]), f.path.length) - 1 : f.path.length - 1;
  document.title = f.kind + " " + f.file + ":" + f.line;
  if (isNew) showFinding(f);
  if (isNew) window.scrollTo(0, 0);
  markStep();
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  const actions = state.current < 0 ? { "/": () => $("search").focus() } : {
    n: () => moveStep(1), p: () => moveStep(-1), j: () => neighbour(1), k: () => neighbour(-1), Escape: () => { location.hash = ""; },
  };
  if (actions[event.key]) {
    actions[event.key]();
    event.preventDefault();
  }
}

function begin() {
  findings.forEach((f, number) => {
    f.number = number;
    f.path.forEach((step, at) => { step.number = at; });
  });
  const stopped = report.stopped ? ", " + report.stopped + " of them not to the end" : "";
  const hidden = [report.suppressed ? report.suppressed + " suppressed by comments" : "", report.known ? report.known + " in the baseline" : ""].filter(Boolean).join(", ");
  $("summary").textContent = report.functions + " functions analysed" + stopped + " in " + report.seconds.toFixed(1) + " s by Loci " + report.version + (hidden ? "; " + hidden : "");
  $("command").textContent = report.command;
  fillSelect("kind", "kind");
  fillSelect("severity", "severity");
  fillSelect("confidence", "confidence");
  fillSelect("file", "file");
  $("search").addEventListener("input", showIndex);
  for (const th of document.querySelectorAll("th[data-sort]"))
    th.addEventListener("click", () => {
      state.descending = state.sort === th.dataset.sort && !state.descending;
      state.sort = th.dataset.sort;
      showIndex();
    });
  $("previous-finding").addEventListener("click", () => neighbour(-1));
  $("next-finding").addEventListener("click", () => neighbour(1));
  $("previous-step").addEventListener("click", () => moveStep(-1));
  $("next-step").addEventListener("click", () => moveStep(1));
  window.addEventListener("hashchange", route);
  window.addEventListener("resize", () => { if (state.current >= 0) drawPath(); });
  document.addEventListener("keydown", keys);
  showIndex();
  route();
}

begin();
