"use strict";
/* Drawings: curves over time, and the tree of paths as an icicle. They know nothing of the page around them. */

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function short(number) {
  if (number >= 1e9) return (number / 1e9).toFixed(1) + "G";
  if (number >= 1e6) return (number / 1e6).toFixed(1) + "M";
  if (number >= 1e4) return (number / 1e3).toFixed(0) + "k";
  return Number.isInteger(number) ? String(number) : number.toFixed(number < 10 ? 2 : 1);
}

/* A round number not below the largest value. */
function ceiling(value) {
  if (value <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((step) => step * unit).find((step) => step >= value * 0.9999);
}

/* points: [x, y] with rising x. */
function curve(points, colourName, top) {
  const width = 560, height = 190, left = 44, bottom = 22, right = 8, head = 8;
  const last = Math.max(points.length ? points[points.length - 1][0] : 1, 0.001);
  const highest = top || ceiling(Math.max(...points.map((p) => p[1]), 0));
  const x = (t) => left + (t / last) * (width - left - right);
  const y = (v) => height - bottom - (Math.min(v, highest) / highest) * (height - bottom - head);
  const parts = [`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img">`];
  for (let i = 0; i <= 2; i++) {
    const value = (highest * i) / 2;
    parts.push(`<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="var(--line)"/>`);
    parts.push(`<text x="${left - 6}" y="${y(value) + 4}" text-anchor="end" font-size="11" fill="var(--soft)">${short(value)}</text>`);
  }
  for (const t of [0, last / 2, last])
    parts.push(`<text x="${x(t)}" y="${height - 6}" text-anchor="${t === 0 ? "start" : t === last ? "end" : "middle"}" font-size="11" fill="var(--soft)">${t.toFixed(last < 1 ? 2 : last < 20 ? 1 : 0)} s</text>`);
  const line = points.map((p, i) => `${i ? "L" : "M"}${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join("");
  if (points.length) {
    parts.push(`<path d="${line}L${x(last)} ${y(0)}L${x(points[0][0])} ${y(0)}Z" fill="var(${colourName})" opacity=".13"/>`);
    parts.push(`<path d="${line}" fill="none" stroke="var(${colourName})" stroke-width="2" vector-effect="non-scaling-stroke"/>`);
  }
  return parts.join("") + "</svg>";
}

/* ---- The tree ---- */

/* nodes: { parent, children, weight, ... }; weight is the number of paths behind it. A chain without forks is one box. */
class Icicle {
  constructor(canvas, root, look) {
    Object.assign(this, { canvas, root, top: root, look, boxes: [], hot: null });
    canvas.addEventListener("mousemove", (event) => this.move(event));
    canvas.addEventListener("mouseleave", () => this.point(null));
    canvas.addEventListener("click", () => this.hot && look.chosen(this.hot));
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  show(node) {
    this.top = node;
    this.draw();
  }

  /* Levels of boxes below a node: chains count once. */
  static depth(top) {
    let deepest = 0;
    const open = [[top, 1]];
    while (open.length) {
      const [node, level] = open.pop();
      deepest = Math.max(deepest, level);
      for (const child of node.children) open.push([child, level + 1]);
    }
    return deepest;
  }

  draw() {
    const scale = devicePixelRatio || 1, width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    if (!width) return;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const g = this.canvas.getContext("2d");
    g.scale(scale, scale);
    g.clearRect(0, 0, width, height);
    g.font = "11.5px system-ui, sans-serif";
    g.textBaseline = "middle";
    const foot = 46, levels = Icicle.depth(this.top), row = Math.min(26, (height - foot) / levels);
    this.boxes = [];
    const open = [[this.top, 0, width, 0]];
    while (open.length) {
      const [node, x, w, level] = open.pop();
      const y = level * row;
      this.box(g, node, x, y, w, row, foot, height);
      let at = x;
      for (const child of node.children) {
        const part = (w * child.weight) / node.weight;
        if (part >= 0.4) open.push([child, at, part, level + 1]);
        else this.look.paint(g, child, at, y + row, Math.max(part, 0.4), height - y - row, true);
        at += part;
      }
    }
  }

  box(g, node, x, y, w, row, foot, height) {
    const gap = w > 3 ? 1 : 0;
    this.boxes.push({ node, x, y, w, h: row });
    this.look.paint(g, node, x, y, w - gap, row - (row > 4 ? 1 : 0), false);
    if (node.ends.length) { /* what the paths that end here came to, down to the ground */
      const share = (w * node.ends.length) / node.weight, from = x + w - share;
      this.boxes.push({ node, x: from, y: y + row, w: share, h: height - y - row });
      this.look.paint(g, node, from, y + row, Math.max(share - gap, 0.4), height - y - row, true);
    }
    if (w > 60 && row > 13) {
      g.save();
      g.beginPath();
      g.rect(x, y, w - 6, row);
      g.clip();
      g.fillStyle = this.look.ink(node);
      g.fillText(this.look.label(node), x + 6, y + row / 2);
      g.restore();
    }
  }

  at(x, y) {
    for (let i = this.boxes.length; i-- > 0;) {
      const box = this.boxes[i];
      if (x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h) return box.node;
    }
    return null;
  }

  move(event) {
    const frame = this.canvas.getBoundingClientRect();
    this.point(this.at(event.clientX - frame.left, event.clientY - frame.top), event);
  }

  point(node, event) {
    this.hot = node;
    this.look.pointed(node, event);
  }
}
