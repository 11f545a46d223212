// Counts over time: an overview with a brush, and areas of structures on top of
// each other in the time that is selected.

const mostParts = 700; // points of a curve; screens show no more

class Overview {
  constructor(place) {
    this.drawing = new Drawing(place, 74, (c, w, h) => this.draw(c, w, h),
        "all structures over time; drag to select a time");
    const canvas = this.drawing.canvas;
    canvas.classList.add("brush");
    canvas.tabIndex = 0;
    this.drag = null;
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    canvas.addEventListener("pointerup", () => this.up());
    canvas.addEventListener("pointercancel", () => this.up());
    canvas.addEventListener("dblclick", () => select({time: null}));
    const timeAt = (x) => clock() ? clock().end * x / this.drawing.width : null;
    addHair(this.drawing, (time) => this.drawing.width * time / clock().end, timeAt);
    zoomByWheel(canvas, (e) => timeAt(this.drawing.at(e)[0]));
  }
  draw(context, width, height) {
    const at = clock();
    if (!at)
      return;
    const parts = Math.min(mostParts, Math.floor(width / 2));
    const all = [0, at.bins];
    const values = at.rates(at.totalPrefix(state.measure), all, parts);
    const edges = at.edges(all, parts);
    const most = values.reduce((a, b) => Math.max(a, b), 0) || 1;
    const foot = height - 20, x = (t) => width * t / at.end;
    context.fillStyle = themeColour("--accent-soft");
    context.strokeStyle = themeColour("--accent");
    context.beginPath();
    context.moveTo(0, foot);
    values.forEach((value, i) => {
      const y = foot - (foot - 4) * value / most;
      context.lineTo(x(edges[i]), y);
      context.lineTo(x(edges[i + 1]), y);
    });
    context.lineTo(width, foot);
    context.fill();
    context.stroke();
    this.drawMask(context, at, foot, x);
    drawAxis(context, 0, width, foot, 0, at.end);
    this.drawBrush(context, at, width, foot, x);
  }
  drawMask(context, at, foot, x) {
    const mask = phaseMask(at);
    if (!mask)
      return;
    context.fillStyle = phaseColour(state.phase);
    for (let b = 0; b < at.bins; ++b)
      if (mask[b] >= 0.5)
        context.fillRect(x(b * at.step), foot - 5, Math.max(1, x(at.step)), 5);
  }
  drawBrush(context, at, width, foot, x) {
    if (!state.time)
      return;
    const [begin, end] = at.timeOf(state.time).map(x);
    context.fillStyle = themeColour("--veil");
    context.fillRect(0, 0, begin, foot);
    context.fillRect(end, 0, width - end, foot);
    context.fillStyle = themeColour("--accent");
    for (const edge of [begin, end])
      context.fillRect(edge - 1.5, 0, 3, foot);
  }
  down(event) {
    const at = clock();
    if (!at || event.button > 0)
      return;
    const width = this.drawing.width, [x] = this.drawing.at(event);
    const time = state.time ? at.timeOf(state.time) : null;
    const [begin, end] = time ? time.map((t) => width * t / at.end) : [-99, -99];
    const near = event.pointerType === "touch" ? 16 : 7;
    if (Math.abs(x - begin) < near)
      this.drag = {kind: "edge", fixed: time[1]};
    else if (Math.abs(x - end) < near)
      this.drag = {kind: "edge", fixed: time[0]};
    else if (x > begin && x < end)
      this.drag = {kind: "move", from: x, time};
    else
      this.drag = {kind: "edge", fixed: at.end * x / width, fresh: x};
    this.drawing.canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.drawing.canvas.focus({preventScroll: true});
  }
  move(event) {
    const at = clock();
    if (!this.drag || !at)
      return;
    const width = this.drawing.width, [x] = this.drawing.at(event);
    const now = Math.max(0, Math.min(at.end, at.end * x / width));
    if (this.drag.fresh !== undefined && Math.abs(x - this.drag.fresh) < 3)
      return;
    this.drag.moved = true;
    if (this.drag.kind === "edge") {
      const ends = [this.drag.fixed, now].sort((a, b) => a - b);
      select({time: at.snapped(ends)}, true);
      return;
    }
    const [begin, end] = this.drag.time;
    const by = Math.max(-begin, Math.min(
        at.end - end, at.end * (x - this.drag.from) / width));
    select({time: at.snapped([begin + by, end + by])}, true);
  }
  up() {
    if (this.drag?.moved)
      writeFragment(false);
    else if (this.drag?.fresh !== undefined)
      select({time: null});
    this.drag = null;
  }
}

// The rows that have an area of their own, most first; then all others.
function stackedRows(at) {
  if (state.structure !== null) {
    const row = state.structure === -1 ? at.others
                                       : at.rowOf.get(state.structure);
    return row === undefined ? [] : [row];
  }
  const named = at.rows.map((id, row) => row).filter(
      (row) => profile().rank.get(at.rows[row]) < structureColours.light.length);
  return [...named, -1];
}

function rowId(at, row) { return row < 0 || row === at.others ? -1 : at.rows[row]; }

// Prefix sums of a row; of -1, of all that `rows` does not name. With a phase
// selected, of its part of each bin.
function rowPrefix(at, row, rows) {
  if (row >= 0)
    return inPhase(at, at.prefix(state.measure, row));
  const rest = at.totalPrefix(state.measure).slice();
  for (const other of rows)
    if (other >= 0) {
      const sums = at.prefix(state.measure, other);
      for (let b = 0; b <= at.bins; ++b)
        rest[b] -= sums[b];
    }
  return inPhase(at, rest);
}

function inPhase(at, sums) {
  const mask = phaseMask(at);
  if (!mask)
    return sums;
  const part = new Float64Array(at.bins + 1);
  for (let b = 0; b < at.bins; ++b)
    part[b + 1] = part[b] + mask[b] * (sums[b + 1] - sums[b]);
  return part;
}

class Stack {
  constructor(place) {
    this.place = make("div.plot", {id: "stack"});
    place.append(this.place);
    this.plot = null;
    this.key = "";
    new ResizeObserver(() => {
      if (this.plot && this.place.clientWidth > 0)
        this.plot.setSize({width: this.place.clientWidth, height: 260});
    }).observe(this.place);
  }
  update() {
    const at = clock();
    if (!at)
      return;
    const key = [state.profile, state.thread, state.measure, state.structure,
                 state.phase, isDark()].join();
    if (key !== this.key) {
      this.key = key;
      this.rows = stackedRows(at);
      this.sums = this.rows.map((row) => rowPrefix(at, row, this.rows));
      this.fresh(at);
    }
    this.plot?.setData(this.dataOf(at), false);
    const [begin, end] = at.timeOf(state.time);
    this.plot?.batch(() => {
      this.plot.setScale("x", {min: begin, max: end});
      this.plot.setScale("y", {min: 0, max: this.most * 1.05 || 1});
    });
  }
  // Curves are sums from below, the highest first: each is painted over by those
  // below it.
  dataOf(at) {
    const bins = at.binsOf(state.time);
    const edges = at.edges(bins, mostParts);
    const many = edges.length - 1;
    const curves = [];
    let below = new Float64Array(many);
    this.values = [];
    for (const sums of this.sums) {
      const values = at.rates(sums, bins, mostParts);
      this.values.push(values);
      below = below.map((value, i) => value + values[i]);
      curves.unshift(withEnd(below));
    }
    if (this.band) {
      const {low, high} = at.extremes(state.measure, this.rows[0], bins, mostParts);
      curves.push(withEnd(high), withEnd(low));
    }
    this.most = 0;
    for (const value of curves[this.band ? 1 : 0] ?? [])
      this.most = Math.max(this.most, value);
    this.edges = edges;
    return [edges, ...curves];
  }
  fresh(at) {
    this.plot?.destroy();
    this.plot = null;
    empty(this.place);
    this.band = state.structure !== null && this.rows.length === 1 &&
                state.phase === null;
    if (this.rows.length === 0) {
      this.place.append(make("p.quiet", null,
          "this structure has no row over time of its own: it is in [others]"));
      return;
    }
    const stepped = uPlot.paths.stepped({align: 1});
    const area = (row) => {
      const colour = structureColour(rowId(at, row));
      return {stroke: colour, fill: colour, width: 0.5, paths: stepped,
              points: {show: false}};
    };
    const line = {stroke: themeColour("--ink"), width: 1, paths: stepped,
                  points: {show: false}};
    const series = [{}, ...[...this.rows].reverse().map(area)];
    if (this.band)
      series.push({...line}, {...line, dash: [3, 3]});
    this.plot = new uPlot({
      width: Math.max(200, this.place.clientWidth), height: 260, series,
      legend: {show: false}, padding: [8, 8, 0, 0],
      cursor: {drag: {x: true, y: false, setScale: false}, y: false},
      scales: {x: {time: false, auto: false}, y: {auto: false}},
      axes: axesOf("instructions", measureText() + " per 1000 instructions"),
      hooks: {setSelect: [(plot) => this.selected(plot)],
              setCursor: [() => this.point()]}
    }, this.dataOf(at), this.place);
    this.plot.over.addEventListener("mousemove", (e) => { this.event = e; this.point(); });
    this.plot.over.addEventListener("mouseleave", () => {
      tip.hide();
      showHairs(null);
    });
    zoomByWheel(this.plot.over, (e) => this.plot.posToVal(
        e.clientX - this.plot.over.getBoundingClientRect().left, "x"));
    this.plot.over.addEventListener("dblclick", () => select({time: null}));
  }
  selected(plot) {
    const {left, width} = plot.select;
    if (width < 3)
      return;
    const time = [left, left + width].map((x) => plot.posToVal(x, "x"));
    plot.setSelect({left: 0, width: 0, top: 0, height: 0}, false);
    select({time: clock().snapped(time)});
  }
  point() {
    const x = this.plot?.cursor.left;
    if (!this.event || x === undefined || x < 0)
      return;
    const at = clock(), value = this.plot.posToVal(x, "x");
    showHairs(value);
    let i = 0;
    while (i + 2 < this.edges.length && this.edges[i + 1] <= value)
      ++i;
    const lines = [make("b", null, `${count(this.edges[i])} to ${count(this.edges[i + 1])}`)];
    const order = this.rows.map((row, r) => [this.values[r][i], row])
        .filter(([v]) => v > 0).sort((a, b) => b[0] - a[0]).slice(0, 8);
    for (const [v, row] of order)
      lines.push(make("div", null, swatch(structureColour(rowId(at, row))),
          `${threeDigits(v)}  ${shortened(structureName(rowId(at, row)), 40)}`));
    tip.show(this.event, lines);
  }
}

function withEnd(values) {
  const longer = new Float64Array(values.length + 1);
  longer.set(values);
  longer[values.length] = values[values.length - 1];
  return longer;
}

function axesOf(below, left, texts = {}) {
  const common = {stroke: () => themeColour("--quiet"),
                  grid: {stroke: () => themeColour("--line"), width: 1},
                  ticks: {stroke: () => themeColour("--line"), width: 1},
                  font: "11px system-ui, sans-serif",
                  labelFont: "11px system-ui, sans-serif", labelSize: 16,
                  labelGap: 0};
  return [{...common, label: below, size: 30, space: 80,
           values: (_, all) => all.map((v) => v === null ? "" : (texts.x ?? count)(v))},
          {...common, label: left, size: 46,
           values: (_, all) => all.map((v) => v === null ? "" : (texts.y ?? count)(v))}];
}

view({
  id: "time",
  title: "Over time",
  hint: "Above, the whole run: drag to select a time, drag its edges or the selection, double-click for all. Below, that time by structure.",
  has() { return profile().clocks.length > 0; },
  record: "memfacet record -- ./prog",
  build(place) {
    this.overview = new Overview(place);
    this.stack = new Stack(place);
    this.legend = make("div.legend");
    this.note = make("p.quiet.note");
    place.append(this.legend, this.note);
  },
  update() {
    const at = clock();
    this.note.textContent = !at ? `thread ${state.thread} has no counts over time in this page`
        : at.perBin > 1 ? `the finest step of this page is ${at.perBin} intervals of ${count(at.step / at.perBin)} instructions` +
          (state.structure !== null ? "; lines: the least and the most of a single interval, to 6 %" : "") : "";
    this.overview.drawing.redraw();
    this.stack.update();
    drawLegend(this.legend, at);
  },
  table() {
    const at = clock();
    const bins = at.binsOf(state.time);
    const parts = 200, edges = at.edges(bins, parts);
    const rows = stackedRows(at);
    const sums = rows.map((row) => rowPrefix(at, row, rows));
    const values = sums.map((s) => at.rates(s, bins, parts));
    return {columns: [
      {head: "from", number: true, value: (r) => edges[r], text: (r) => count(edges[r])},
      {head: "to", number: true, value: (r) => edges[r + 1], text: (r) => count(edges[r + 1])},
      ...rows.map((row, i) => ({head: shortened(structureName(rowId(at, row)), 24),
          number: true, value: (r) => values[i][r], text: (r) => threeDigits(values[i][r])}))
    ], rows: Array.from({length: edges.length - 1}, (_, r) => r)};
  }
});

function drawLegend(place, at) {
  empty(place);
  if (!at)
    return;
  const {rows, total} = selectedCounts();
  const byId = new Map(rows.map((row) => [row.id, row.counts[state.measure]]));
  const all = total.counts[state.measure];
  const named = profile().structures.rows.slice(0, structureColours.light.length);
  let shown = 0;
  for (const {id, name} of named) {
    const here = byId.get(id) ?? 0;
    shown += here;
    if (here === 0 && state.structure !== id)
      continue;
    place.append(make("button.key", {
      type: "button", "data-structure": id,
      "aria-pressed": String(state.structure === id), title: name,
      onclick: () => toggle("structure", id)
    }, swatch(structureColour(id)), shortened(name, 30),
       make("span.quiet", null, percent(here, all))));
  }
  if (all - shown > 0)
    place.append(make("span.key", null, swatch(othersColour()), "[others]",
                      make("span.quiet", null, percent(all - shown, all))));
}
