// Drawings of our own.

// A canvas as wide as its place and `height` high. draw(context, width, height)
// is called when it is to be drawn, also when the place changes.
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
      // Not before the view has said so: it may not know yet what to draw.
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
  // Where an event is, in the drawing.
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}

// A thin line at the time under the mouse, in all drawings that have time from
// left to right. x(time): where that is in the drawing, or null.
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

// Turns of the wheel with Ctrl or Shift zoom around the time under the mouse.
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

// What is under the mouse in the drawing of `view` is told by view.point(event).
function followMouse(view) {
  const canvas = view.drawing.canvas;
  canvas.addEventListener("mousemove", (e) => view.point(e));
  canvas.addEventListener("mouseleave", () => tip.hide());
}

// The same for a drawing with time from left to right: view.xOf(time) and
// view.timeAt(x) say where.
function followTime(view) {
  addHair(
    view.drawing,
    (time) => view.xOf(time),
    (x) => view.timeAt(x),
  );
  zoomByWheel(view.drawing.canvas, (e) => view.timeAt(view.drawing.at(e)[0]));
  followMouse(view);
}

// Numbers below a drawing, from `from` to `to` of `unit`s.
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

// A picture of cells of heat, columns x rows, stretched to a box.
function drawCells(context, cells, columns, rows, x, y, width, height, colour) {
  const image = new ImageData(columns, rows);
  for (let i = 0; i < columns * rows; ++i) colour(cells[i], image.data, 4 * i);
  const small = new OffscreenCanvas(columns, rows);
  small.getContext("2d").putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, x, y, width, height);
}

// The colour of a share from 0 to 1 on the page's ground; 0 is the ground.
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
