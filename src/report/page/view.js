/* The page of a run. The place is in the address: #bugs, #paths/NODE, #source/FILE/LINE, #time. */

const data = JSON.parse(document.getElementById("data").textContent);
const run = data.summary;
const $ = (id) => document.getElementById(id);
const view = (tab) => $("view-" + tab); /* no element has the address's own name: the page must not jump to it */
const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const percent = (part, all) => (all ? Math.floor((part * 100) / all) + "%" : "–");
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function link(text, address, className) {
  const a = make("a", className, text);
  a.href = address;
  return a;
}

/* ---- Places in the source ---- */

const texts = new Map();
function sourceLines(file) {
  if (!texts.has(file)) texts.set(file, (data.sources[file]?.text ?? "").split("\n"));
  return texts.get(file);
}
const sourceLine = (file, line) => (sourceLines(file)[line - 1] ?? "").trim();
const baseName = (file) => data.names[file].split("/").pop();
const placeText = (file, line) => (line ? `${baseName(file)}:${line}` : "at the ends of paths");

function placeLink(file, line) {
  return line && data.sources[file] ? link(placeText(file, line), `#source/${file}/${line}`, "code") : make("span", "code", placeText(file, line));
}

/* ---- Bugs: those that are confirmed, by their number among all ---- */

const bugs = new Map();
data.reports.forEach((report, index) => {
  if (report !== null) bugs.set(index + 1, { ...run.bugs[bugs.size], report, index: index + 1 });
});
const orderedBugs = () => [...bugs.values()].sort((a, b) => (a.severity > b.severity) - (a.severity < b.severity));
const errors = run.bugs.filter((bug) => bug.severity === "error").length, leaks = run.bugs.length - errors;

/* ---- The tree ---- */

const outcomes = {
  ok: { name: "ends", colour: "--covered-edge" },
  bug: { name: "bug", colour: "--error" },
  warning: { name: "leak", colour: "--c3" },
  left: { name: "not over", colour: "--c4" },
  stuck: { name: "not supported", colour: "--c1" },
};

function outcomeOf(path) {
  if (path.end === "f") return bugs.get(path.bug)?.severity === "warning" ? "warning" : "bug";
  return { l: "left", x: "stuck", s: "bug" }[path.end] ?? "ok";
}

const root = { number: 0, parent: null, children: [], ends: [], weight: 0, bad: 0 };
const nodes = [root];
const paths = data.paths.map(([node, end, status, test, bug, inputs]) => ({ node, end, status, test, bug, inputs }));

function growTree() {
  for (let i = 0; i < data.nodes.length; i += 4) {
    const [parent, place, way, kind] = data.nodes.slice(i, i + 4);
    const [file, line, column] = data.places[place];
    const node = { number: nodes.length, parent: nodes[parent], children: [], ends: [], weight: 0, bad: 0, file, line, column, way, kind, place };
    nodes.push(node);
    node.parent.children.push(node);
  }
  for (const path of paths) {
    path.outcome = outcomeOf(path);
    nodes[path.node].ends.push(path);
    for (let node = nodes[path.node]; node; node = node.parent) {
      node.weight++;
      if (path.outcome === "bug") node.bad++;
    }
  }
  for (const node of nodes) node.children = node.children.filter((child) => child.weight).sort((a, b) => a.way - b.way);
}

const kinds = ["branch", "switch", "pointer", "size", "call", "error", "alias"];
const wayText = (node) => (node.kind === 0 ? (node.way === 0 ? "true" : "false") : `${kinds[node.kind] ?? "way"} ${node.way}`);

let icicle = null;
function drawTree() {
  const hues = new Map();
  const hue = (place) => hues.get(place) ?? hues.set(place, (210 + hues.size * 47) % 360).get(place);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const ends = Object.fromEntries(Object.entries(outcomes).map(([key, value]) => [key, colour(value.colour)]));
  const worst = (node) => (node.bad ? "bug" : node.ends[0]?.outcome ?? "ok");
  icicle = new Icicle($("tree"), root, {
    paint(g, node, x, y, w, h, isEnd) {
      if (isEnd) g.fillStyle = ends[worst(node)];
      else if (node === root) g.fillStyle = dark ? "#39424f" : "#d5dbe6";
      else g.fillStyle = `hsl(${hue(node.place)} ${dark ? "28% 32%" : "52% 84%"})`;
      g.globalAlpha = isEnd ? 0.75 : 1;
      g.fillRect(x, y, w, h);
      g.globalAlpha = 1;
    },
    ink: () => colour("--ink"),
    label: (node) => (node === root ? plural(node.weight, "path") : `${placeText(node.file, node.line)} ${wayText(node)}`),
    chosen: (node) => { location.hash = `#paths/${node === icicle.top && node.parent ? node.parent.number : node.number}`; },
    pointed: showTip,
  });
  const shown = new Set(paths.map((path) => path.outcome));
  for (const [key, value] of Object.entries(outcomes)) {
    if (!shown.has(key)) continue;
    const item = make("span", "", make("i"), value.name);
    item.firstChild.style.background = `var(${value.colour})`;
    $("legend").append(item);
  }
}

function showTip(node, event) {
  const tip = $("tip");
  tip.hidden = !node;
  if (!node) return;
  const count = plural(node.weight, "path") + (node.bad ? `, ${node.bad} with a bug` : "");
  tip.replaceChildren(make("b", "", node === root ? "The beginning" : `${placeText(node.file, node.line)}: ${wayText(node)}`));
  if (node !== root) tip.append(make("div", "code", sourceLine(node.file, node.line)));
  tip.append(make("div", "", count));
  const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
  const top = event.clientY + 18 + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 12 : event.clientY + 18;
  tip.style.left = left + "px";
  tip.style.top = top + "px";
}

/* ---- Inputs ---- */

function bytesText(hex) {
  const bytes = hex.match(/../g) ?? [];
  return bytes.map((byte) => { const code = parseInt(byte, 16); return code >= 32 && code < 127 ? String.fromCharCode(code) : "·"; }).join("");
}

function bytesNumber(hex) {
  const size = hex.length / 2;
  if (![1, 2, 4, 8].includes(size)) return "";
  const value = BigInt("0x" + hex.match(/../g).reverse().join(""));
  const signed = BigInt.asIntN(size * 8, value);
  return signed === value ? String(value) : `${signed} (${value})`;
}

function inputTable(inputs) {
  const grid = make("div", "inputs code");
  for (let i = 0; i < inputs.length; i += 3) {
    const [name, size, hex] = inputs.slice(i, i + 3);
    const isText = /^(arg\d+|stdin|env:.*|.*_data)$/.test(name);
    const number = isText ? "" : bytesNumber(hex), shown = (hex.match(/../g) ?? []).join(" ") + (size * 2 > hex.length ? " …" : "");
    grid.append(make("span", "", name), make("span", "soft", shown.length > 60 ? shown.slice(0, 60) + "…" : shown),
      make("span", "", [number, isText || size !== 4 ? JSON.stringify(bytesText(hex)) : ""].filter(Boolean).join("  ")));
  }
  return inputs.length ? grid : make("span", "soft", "no inputs");
}

/* ---- Paths: the side ---- */

function endText(path) {
  if (path.outcome === "bug" || path.outcome === "warning") return bugs.get(path.bug)?.message ?? "an error";
  if (path.end === "x") return "met what is not supported";
  return path.end === "l" ? "not over when the run stopped" : `status ${path.status}`;
}

function pathRow(path) {
  const dot = make("span", "outcome");
  dot.style.background = `var(${outcomes[path.outcome].colour})`;
  const head = make("div", "", dot, make("b", "", path.test ? `test${String(path.test).padStart(6, "0")}` : "no test"), " ", make("span", "soft", endText(path)));
  if (path.bug && bugs.has(path.bug)) head.append(" ", link("bug", `#bugs/${path.bug}`));
  return make("div", "row", head, inputTable(path.inputs));
}

function pathsBelow(node, most) {
  const found = [], open = [node];
  while (open.length && found.length < most) {
    const next = open.pop();
    found.push(...next.ends);
    open.push(...[...next.children].reverse());
  }
  return found.slice(0, most);
}

function showNode(number) {
  const most = 100, node = nodes[number] ?? root, decisions = make("ol");
  for (let at = node; at !== root; at = at.parent) {
    const item = make("li", "", make("span", "way", wayText(at)), placeLink(at.file, at.line), make("span", "code soft", sourceLine(at.file, at.line)));
    decisions.prepend(item);
  }
  const side = $("side");
  side.replaceChildren(make("h2", "", node === root ? "All paths" : plural(node.weight, "path") + " behind this way"));
  if (node !== root) side.append(decisions);
  else side.append(make("p", "soft", "Each box is a way taken at a fork, as wide as there are paths behind it; what the paths came to is at the bottom. Click a box to look closer."));
  if (data.uncounted) side.append(make("p", "soft", `${plural(data.uncounted, "path")} more ended later and are not drawn.`));
  for (const path of pathsBelow(node, most)) side.append(pathRow(path));
  if (node.weight > most) side.append(make("p", "soft", `and ${(node.weight - most).toLocaleString("en")} more`));
  $("up").disabled = $("whole").disabled = node === root;
  $("crumbs").textContent = node === root ? "" : `${placeText(node.file, node.line)} ${wayText(node)}`;
  if (!icicle) drawTree();
  icicle.show(node);
}

/* ---- Bugs ---- */

function bugCard(bug) {
  const isWarning = bug.severity === "warning";
  const card = make("div", "card bug" + (isWarning ? " warning" : ""));
  card.id = "bug-" + bug.index;
  const native = bug.confirmed_native === true ? "confirmed by the machine and natively"
    : bug.confirmed_native === false ? `confirmed by the machine; natively: ${bug.native_reason ?? "not shown"}` : "confirmed by the machine";
  const file = data.names.indexOf(bug.file);
  card.append(make("div", "", make("span", "badge " + (isWarning ? "warning" : "error"), bug.kind), " ", make("span", "soft", `on ${plural(bug.count, "path")}; ${native}`)));
  card.append(make("h2", "", bug.message));
  const where = make("div", "", placeLink(file, bug.line), bug.function ? make("span", "soft", ` in ${bug.function}`) : "");
  const shown = paths.find((path) => path.bug === bug.index);
  if (shown) where.append("  ", link("in the tree of paths", `#paths/${shown.node}`));
  card.append(where, make("pre", "", bug.report.trimEnd()));
  card.append(inputTable(bug.input.flatMap((one) => [one.name, one.bytes.length / 2, one.bytes])));
  if (bug.test) card.append(make("pre", "", `loci replay ${run.folder}/${bug.test}.ktest ${data.program}`));
  return card;
}

function showBugs() {
  if (view("bugs").childElementCount) return;
  const ordered = orderedBugs();
  view("bugs").append(...(ordered.length ? ordered.map(bugCard) : [make("p", "empty card", "No bugs were found.")]));
}

/* ---- Overview ---- */

function completeness() {
  const card = make("div", "card", make("h2", "", run.complete ? "Complete" : "Not complete"));
  if (run.complete) card.append(make("p", "soft", "Every path was followed to its end."));
  const list = make("ul", "plain");
  for (const reason of run.incomplete_reasons) {
    const item = make("li", "", reason);
    const cut = run.cuts.find((one) => reason.startsWith(one.reason));
    for (const place of (cut?.places ?? []).slice(0, 6)) {
      const file = data.names.indexOf(place.file);
      item.append(make("div", "", "  ", placeLink(file, place.line), make("span", "soft", ` ${place.count.toLocaleString("en")}×  `), make("span", "code soft", sourceLine(file, place.line))));
    }
    list.append(item);
  }
  for (const detail of run.incomplete_details) list.append(make("li", "code soft", detail));
  card.append(list);
  return card;
}

function phases() {
  const entries = Object.entries(run.time), all = entries.reduce((sum, [, seconds]) => sum + seconds, 0) || 1;
  const stack = make("div", "stack"), legend = make("div", "legend");
  entries.forEach(([name, seconds], i) => {
    const part = make("i");
    part.style.cssText = `width:${(seconds * 100) / all}%;background:var(--c${i % 6})`;
    part.title = name;
    stack.append(part);
    const item = make("span", "", make("i"), `${name} ${seconds.toFixed(2)} s`);
    item.firstChild.style.background = `var(--c${i % 6})`;
    legend.append(item);
  });
  const rate = `${short(Math.round(run.instructions / all))} instructions a second, ${short(run.queries)} queries`;
  return make("div", "card", make("h2", "", "Where the time went"), stack, legend, make("p", "soft", rate));
}

function fileTable() {
  const table = make("table", "", make("tr", "", make("th", "", "File"), make("th", "n", "Lines"), make("th", ""), make("th", "n", "Branches")));
  for (const file of run.files) {
    const meter = make("span", "meter", make("i"));
    meter.firstChild.style.width = percent(file.lines, file.lines_total);
    const number = data.names.indexOf(file.file);
    table.append(make("tr", "", make("td", "", data.sources[number] ? link(file.file, `#source/${number}`, "code") : file.file),
      make("td", "n", `${file.lines} of ${file.lines_total}`), make("td", "", meter), make("td", "n", `${file.branches} of ${file.branches_total}`)));
  }
  return make("div", "card", make("h2", "", "Coverage"), table);
}

function costTable(title, index, format) {
  const rows = data.costs.filter((cost) => cost[index] > 0).sort((a, b) => b[index] - a[index]).slice(0, 8);
  const table = make("table");
  for (const cost of rows)
    table.append(make("tr", "", make("td", "n", format(cost[index])), make("td", "soft", cost[2]), make("td", "place", placeLink(cost[0], cost[1])),
      make("td", "source code", cost[1] ? sourceLine(cost[0], cost[1]) : "")));
  return make("div", "card", make("h2", "", title), rows.length ? table : make("span", "empty", "none"));
}

function bugList() {
  const list = make("ul", "plain");
  for (const bug of orderedBugs())
    list.append(make("li", "", make("span", "badge " + (bug.severity === "warning" ? "warning" : "error"), bug.kind), " ", link(bug.message, `#bugs/${bug.index}`), " ",
      make("span", "code soft", placeText(data.names.indexOf(bug.file), bug.line))));
  return make("div", "card", make("h2", "", "Bugs"), bugs.size ? list : make("span", "empty", "No bugs were found."));
}

function showOverview() {
  if (view("overview").childElementCount) return;
  const columns = make("div", "columns");
  columns.append(make("div", "", bugList(), completeness(), phases()), make("div", "", fileTable(), costTable("Places that forked most", 3, short), costTable("Places that cost the solver most", 5, (s) => s.toFixed(3) + " s")));
  view("overview").append(columns);
}

/* ---- Source ---- */

const words = "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool bool";
const token = new RegExp(`(\\/\\/.*|\\/\\*.*?(?:\\*\\/|$))|("(?:\\\\.|[^"\\\\])*"?|'(?:\\\\.|[^'\\\\])*'?)|\\b(${words.split(" ").join("|")})\\b|\\b(\\d[\\w.]*)`, "g");

function highlighted(line) {
  let result = "", at = 0;
  for (const found of line.matchAll(token)) {
    const name = found[1] ? "cm" : found[2] ? "st" : found[3] ? "kw" : "nu";
    result += escaped(line.slice(at, found.index)) + `<span class="${name}">${escaped(found[0])}</span>`;
    at = found.index + found[0].length;
  }
  return result + escaped(line.slice(at));
}

let shownFile = null;
function listFile(file) {
  shownFile = file;
  const counts = new Map(), cost = new Map(), wrong = new Set();
  const lines = data.sources[file].lines;
  for (let i = 0; i < lines.length; i += 2) counts.set(lines[i], lines[i + 1]);
  for (const [of, line, , forks, , seconds] of data.costs) {
    if (String(of) !== String(file) || !line) continue;
    const known = cost.get(line) ?? [0, 0];
    cost.set(line, [known[0] + forks, known[1] + seconds]);
  }
  for (const bug of bugs.values()) if (String(data.names.indexOf(bug.file)) === String(file)) wrong.add(bug.line);
  const rows = sourceLines(file).map((text, i) => {
    const number = i + 1, count = counts.get(number), [forks, seconds] = cost.get(number) ?? [0, 0];
    const state = count === undefined ? "" : count ? "yes" : "no";
    const heat = [forks && short(forks) + " forks", seconds >= 0.01 && seconds.toFixed(2) + " s"].filter(Boolean).join(", ");
    return `<tr id="L${number}" class="${state}${wrong.has(number) ? " bugline" : ""}"><td class="l">${number}</td><td class="k">${count === undefined ? "" : count ? short(count) : "0"}</td><td class="t">${highlighted(text)}</td><td class="h">${heat}</td></tr>`;
  });
  $("listing").innerHTML = `<table>${rows.join("")}</table>`;
  const run_ = [...counts.values()].filter(Boolean).length;
  $("file-coverage").textContent = `${run_} of ${counts.size} lines (${percent(run_, counts.size)})`;
  $("file").value = file;
}

function showSource(file, line) {
  const wanted = data.sources[file] ? file : Object.keys(data.sources)[0];
  if (wanted === undefined) {
    $("listing").replaceChildren(make("p", "empty", "There is no source."));
    return;
  }
  if (String(shownFile) !== String(wanted)) listFile(wanted);
  document.querySelector(".listing tr.at")?.classList.remove("at");
  const row = line ? $("L" + line) : null;
  row?.classList.add("at");
  row?.scrollIntoView({ block: "center" });
}

function nextMissed() {
  const rows = [...document.querySelectorAll(".listing tr")], here = rows.findIndex((row) => row.classList.contains("at"));
  const next = rows.findIndex((row, i) => i > here && row.classList.contains("no"));
  const found = next >= 0 ? next : rows.findIndex((row) => row.classList.contains("no"));
  if (found >= 0) location.hash = `#source/${shownFile}/${found + 1}`;
}

/* ---- Time ---- */

function showTime() {
  if ($("charts").childElementCount) return;
  const chart = (title, index, colourName, top, unit) => {
    const last = data.samples.length ? data.samples[data.samples.length - 1][index] : 0;
    const card = make("div", "card chart", make("h2", "", title, make("span", "", `${short(last)}${unit ?? ""}`)));
    card.insertAdjacentHTML("beforeend", curve([[0, 0], ...data.samples.map((sample) => [sample[0], sample[index]])], colourName, top));
    return card;
  };
  $("charts").append(chart("Lines covered", 5, "--c2", run.coverage.lines_total || 1, ` of ${run.coverage.lines_total}`),
    chart("Branches covered", 6, "--c2", run.coverage.branches_total || 1, ` of ${run.coverage.branches_total}`),
    chart("Paths that ended", 1, "--c0"), chart("States that wait", 2, "--c1"), chart("Tests", 3, "--c0"), chart("Bugs and leaks", 4, "--c5"),
    chart("Queries", 7, "--c3"), chart("Seconds in the solver", 8, "--c3"), chart("Memory, MiB", 9, "--c4"));
}

/* ---- The frame ---- */

const tabs = [["overview", "Overview"], ["bugs", bugs.size ? `Bugs (${bugs.size})` : "Bugs"], ["paths", "Paths"], ["source", "Source"], ["time", "Over time"]];

function showHead() {
  $("program").textContent = data.program;
  const verdict = errors ? ["error", plural(errors, "bug")] : run.complete ? ["good", "no bugs: every path was followed"] : ["plain", "no bugs in what was seen"];
  $("verdict").append(make("span", "badge " + verdict[0], verdict[1]), " ");
  if (leaks) $("verdict").append(make("span", "badge warning", plural(leaks, "leak")), " ");
  if (!run.complete) $("verdict").append(make("span", "badge plain", "not complete"));
  const tile = (value, name) => $("tiles").append(make("div", "tile", make("b", "", value), make("span", "", name)));
  tile(run.paths.toLocaleString("en"), "paths");
  tile(run.tests.toLocaleString("en"), "tests");
  tile(percent(run.coverage.lines, run.coverage.lines_total), "of lines");
  tile(percent(run.coverage.branches, run.coverage.branches_total), "of branches");
  tile(run.seconds.toFixed(1) + " s", "time");
  tile(short(run.instructions), "instructions");
  tile(short(run.queries), "queries");
  tile(short(Math.round(run.memory_bytes / 1048576)) + " MiB", "memory");
  for (const [name, title] of tabs) $("tabs").append(link(title, "#" + name, "tab-" + name));
  for (const file of Object.keys(data.sources)) {
    const option = make("option", "", data.names[file]);
    option.value = file;
    $("file").append(option);
  }
}

function show() {
  const [name, first, second] = location.hash.slice(1).split("/");
  const current = tabs.some(([tab]) => tab === name) ? name : "overview";
  for (const [tab] of tabs) {
    view(tab).hidden = tab !== current;
    document.querySelector(".tab-" + tab).classList.toggle("here", tab === current);
  }
  $("tip").hidden = true;
  scrollTo(0, 0);
  if (current === "overview") showOverview();
  if (current === "bugs") showBugs();
  if (current === "bugs" && first) $("bug-" + first)?.scrollIntoView();
  if (current === "paths") showNode(Number(first ?? 0));
  if (current === "source") showSource(first, Number(second));
  if (current === "time") showTime();
}

growTree();
showHead();
$("whole").addEventListener("click", () => { location.hash = "#paths"; });
$("up").addEventListener("click", () => { location.hash = `#paths/${icicle.top.parent?.number ?? 0}`; });
$("file").addEventListener("change", (event) => { location.hash = `#source/${event.target.value}`; });
$("next-missed").addEventListener("click", nextMissed);
addEventListener("hashchange", show);
addEventListener("keydown", (event) => { if (event.key === "Escape" && !view("paths").hidden) $("up").click(); });
show();
