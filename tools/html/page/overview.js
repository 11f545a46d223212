// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole run, with a brush that selects a time.

const mostParts = 700; // points of a curve; screens show no more

// Returns the upper end of the value axis of a drawing of `values`: the largest
// value or, with peaks cut, at most 1.25 times their 98th percentile.
const peaks = { cut: false };
function heightOf(values) {
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  if (!peaks.cut) return most || 1;
  const order = Float64Array.from(values).sort();
  const usual = order[Math.floor(0.98 * (order.length - 1))];
  return Math.min(most, usual * 1.25) || most || 1;
}

class Overview {
  constructor(place) {
    this.drawing = new Drawing(
      place,
      74,
      (c, w, h) => this.draw(c, w, h),
      "all structures over time; drag to select a time",
    );
    const canvas = this.drawing.canvas;
    canvas.classList.add("brush");
    canvas.tabIndex = 0;
    this.drag = null;
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    canvas.addEventListener("pointerup", () => this.up());
    canvas.addEventListener("pointercancel", () => this.up());
    canvas.addEventListener("dblclick", () => select({ time: null }));
    const timeAt = (x) =>
      clock() ? (clock().end * x) / this.drawing.width : null;
    addHair(
      this.drawing,
      (time) => (this.drawing.width * time) / clock().end,
      timeAt,
    );
    zoomByWheel(canvas, (e) => timeAt(this.drawing.at(e)[0]));
  }
  draw(context, width, height) {
    const at = clock();
    if (!at) return;
    const parts = Math.min(mostParts, Math.floor(width / 2));
    const all = [0, at.bins];
    const values = at.rates(at.totalPrefix(state.measure), all, parts);
    const edges = at.edges(all, parts);
    const most = heightOf(values);
    const foot = height - 20,
      x = (t) => (width * t) / at.end;
    context.fillStyle = themeColour("--accent-soft");
    context.strokeStyle = themeColour("--accent");
    context.beginPath();
    context.moveTo(0, foot);
    values.forEach((value, i) => {
      const y = foot - ((foot - 4) * Math.min(value, most)) / most;
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
    if (!mask) return;
    context.fillStyle = phaseColour(state.phase);
    for (let b = 0; b < at.bins; ++b)
      if (mask[b] >= 0.5)
        context.fillRect(x(b * at.step), foot - 5, Math.max(1, x(at.step)), 5);
  }
  drawBrush(context, at, width, foot, x) {
    if (!state.time) return;
    const [begin, end] = at.timeOf(state.time).map(x);
    context.fillStyle = themeColour("--veil");
    context.fillRect(0, 0, begin, foot);
    context.fillRect(end, 0, width - end, foot);
    context.fillStyle = themeColour("--accent");
    for (const edge of [begin, end]) context.fillRect(edge - 1.5, 0, 3, foot);
  }
  down(event) {
    const at = clock();
    if (!at || event.button > 0) return;
    const width = this.drawing.width,
      [x] = this.drawing.at(event);
    const time = state.time ? at.timeOf(state.time) : null;
    const [begin, end] = time
      ? time.map((t) => (width * t) / at.end)
      : [-99, -99];
    const near = event.pointerType === "touch" ? 16 : 7;
    if (Math.abs(x - begin) < near)
      this.drag = { kind: "edge", fixed: time[1] };
    else if (Math.abs(x - end) < near)
      this.drag = { kind: "edge", fixed: time[0] };
    else if (x > begin && x < end) this.drag = { kind: "move", from: x, time };
    else this.drag = { kind: "edge", fixed: (at.end * x) / width, fresh: x };
    this.drawing.canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.drawing.canvas.focus({ preventScroll: true });
  }
  move(event) {
    const at = clock();
    if (!this.drag || !at) return;
    const width = this.drawing.width,
      [x] = this.drawing.at(event);
    const now = Math.max(0, Math.min(at.end, (at.end * x) / width));
    if (this.drag.fresh !== undefined && Math.abs(x - this.drag.fresh) < 3)
      return;
    this.drag.moved = true;
    if (this.drag.kind === "edge") {
      const ends = [this.drag.fixed, now].sort((a, b) => a - b);
      select({ time: at.snapped(ends) }, true);
      return;
    }
    const [begin, end] = this.drag.time;
    const by = Math.max(
      -begin,
      Math.min(at.end - end, (at.end * (x - this.drag.from)) / width),
    );
    select({ time: at.snapped([begin + by, end + by]) }, true);
  }
  up() {
    if (this.drag?.moved) writeFragment(false);
    else if (this.drag?.fresh !== undefined) select({ time: null });
    this.drag = null;
  }
}
