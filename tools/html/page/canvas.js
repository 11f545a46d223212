// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drawings on a canvas, made without a library.

// A canvas that fills the width of `place` and is `height` pixels high. redraw()
// and each change of the width call draw(context, width, height).
class Drawing {
  constructor(place, height, draw, label) {
    this.height = height;
    this.draw = draw;
    this.canvas = make("canvas", { role: "img", "aria-label": label });
    this.canvas.style.height = height + "px";
    this.place = make("div.drawing", null, this.canvas);
    place.append(this.place);
    this.width = 0;
    new ResizeObserver(() => {
      // Waits for the view's first call of redraw(): until then the view may
      // have no data to draw.
      if (this.width > 0 && Math.abs(this.canvas.clientWidth - this.width) >= 1)
        this.redraw();
    }).observe(this.canvas);
  }
  setHeight(height) {
    this.height = height;
    this.canvas.style.height = height + "px";
  }
  redraw() {
    const width = this.canvas.clientWidth;
    if (width === 0) return;
    this.width = width;
    const dots = Math.min(devicePixelRatio || 1, 2);
    const wide = Math.round(width * dots),
      high = Math.round(this.height * dots);
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
    }
    const context = this.canvas.getContext("2d");
    context.setTransform(dots, 0, 0, dots, 0, 0);
    context.clearRect(0, 0, width, this.height);
    context.font = "11px system-ui, sans-serif";
    this.draw(context, width, this.height);
  }
  // Returns the position of an event in the drawing.
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}

// Draws a thin line at the time under the mouse in all drawings whose horizontal
// axis is time. x(time) returns the position of a time in the drawing, or null.
const hairs = [];
function addHair(drawing, x, timeAt) {
  const line = make("div.hair", { hidden: true });
  drawing.place.append(line);
  hairs.push({ drawing, line, x });
  drawing.canvas.addEventListener("mousemove", (e) =>
    showHairs(timeAt(drawing.at(e)[0])),
  );
  drawing.canvas.addEventListener("mouseleave", () => showHairs(null));
}

function showHairs(time) {
  for (const { drawing, line, x } of hairs) {
    const at = time === null || !drawing.canvas.isConnected ? null : x(time);
    line.hidden = !(at >= 0 && at <= drawing.width);
    if (!line.hidden) line.style.left = at + "px";
  }
}

// Makes the wheel with Ctrl or Shift zoom around the time under the mouse.
function zoomByWheel(element, timeAt) {
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      const at = clock();
      if (!at) return;
      const [begin, end] = at.timeOf(state.time),
        turn = event.deltaY || event.deltaX;
      const factor = turn > 0 ? 1.25 : 0.8,
        middle = timeAt(event);
      const wide = Math.max(2 * at.step, (end - begin) * factor);
      const from = middle - ((middle - begin) * wide) / (end - begin);
      select(
        {
          time: at.snapped([Math.max(0, from), Math.min(at.end, from + wide)]),
        },
        true,
      );
    },
    { passive: false },
  );
}

// Calls view.point(event), which shows the item under the mouse, when the mouse
// moves over the drawing of `view`.
function followMouse(view) {
  const canvas = view.drawing.canvas;
  canvas.addEventListener("mousemove", (e) => view.point(e));
  canvas.addEventListener("mouseleave", () => tip.hide());
}

// Does the same for a drawing whose horizontal axis is time, and adds the thin
// line and the zoom. view.xOf(time) and view.timeAt(x) convert between times and
// positions.
function followTime(view) {
  addHair(
    view.drawing,
    (time) => view.xOf(time),
    (x) => view.timeAt(x),
  );
  zoomByWheel(view.drawing.canvas, (e) => view.timeAt(view.drawing.at(e)[0]));
  followMouse(view);
}

// Draws the numbers of an axis from `from` to `to` below a drawing; text(value)
// formats them.
function drawAxis(context, left, right, y, from, to, text = count) {
  const span = to - from;
  const step = roundStep(span, Math.max(2, Math.floor((right - left) / 90)));
  context.fillStyle = themeColour("--quiet");
  context.strokeStyle = themeColour("--line");
  context.textAlign = "center";
  context.textBaseline = "top";
  for (let v = Math.ceil(from / step) * step; v <= to + step / 1e6; v += step) {
    const x = left + ((right - left) * (v - from)) / span;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x, y + 4);
    context.stroke();
    const words = text(v);
    const half = context.measureText(words).width / 2;
    if (x - half >= 0 && x + half <= context.canvas.clientWidth)
      context.fillText(words, x, y + 6);
  }
}

function fittedText(context, text, most) {
  text = clean(text);
  if (context.measureText(text).width <= most) return text;
  let length = text.length;
  while (length > 1) {
    --length;
    const short = shortened(text, length);
    if (context.measureText(short).width <= most) return short;
  }
  return "";
}

// Draws columns x rows cells of a heat map, stretched to a box.
function drawCells(context, cells, columns, rows, x, y, width, height, colour) {
  const image = new ImageData(columns, rows);
  for (let i = 0; i < columns * rows; ++i) colour(cells[i], image.data, 4 * i);
  const small = new OffscreenCanvas(columns, rows);
  small.getContext("2d").putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, x, y, width, height);
}

// Returns the colour of a share from 0 to 1 on the page's background; 0 is the
// background.
function heatDot(share, data, at) {
  if (!(share > 0)) {
    data[at + 3] = 0;
    return;
  }
  const i = 3 * Math.round(255 * Math.min(1, share));
  data[at] = heatTable[i];
  data[at + 1] = heatTable[i + 1];
  data[at + 2] = heatTable[i + 2];
  data[at + 3] = 255;
}
