// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keyboard shortcuts and the theme.

const keyHelp = [
  ["\u2190 \u2192", "move the selected time"],
  ["+ \u2212", "zoom in and out"],
  ["0", "the whole time"],
  ["Ctrl wheel", "zoom around the mouse"],
  ["m", "count something else"],
  ["j k", "next, previous structure"],
  ["t", "next thread"],
  ["p", "next phase"],
  ["[ ]", "previous, next interval"],
  ["/", "filter structures"],
  ["g", "go to the next view"],
  ["d", "dark or light"],
  ["Esc", "select everything"],
  ["?", "these keys"],
];

function showHelp() {
  const help = empty(document.getElementById("help"));
  help.append(
    make("h2", null, "Keys"),
    make(
      "dl.keys",
      null,
      keyHelp.flatMap(([key, text]) => [
        make("dt", null, make("kbd", null, key)),
        make("dd", null, text),
      ]),
    ),
    make(
      "p.quiet",
      null,
      "The address has the selection: a link to this page shows the same.",
    ),
    make(
      "button",
      { type: "button", onclick: () => help.close(), autofocus: true },
      "close",
    ),
  );
  if (!help.open) help.showModal();
}

function nextOf(list, now, by) {
  const at = list.indexOf(now);
  if (at < 0) return by > 0 ? list[0] : list[list.length - 1];
  const next = at + by;
  return next < 0 || next >= list.length ? null : list[next];
}

function moveTime(share) {
  const at = clock();
  if (!at || !state.time) return;
  const [begin, end] = at.timeOf(state.time);
  const by = Math.max(
    -begin,
    Math.min(at.end - end, (end - begin) * share || at.step),
  );
  const steps = Math.sign(by) * Math.max(at.step, Math.abs(by));
  const from = Math.max(0, Math.min(at.end - (end - begin), begin + steps));
  select({ time: at.snapped([from, from + end - begin]) }, true);
}

function zoomTime(factor) {
  const at = clock();
  if (!at) return;
  const [begin, end] = at.timeOf(state.time);
  const half = Math.max(at.step, (end - begin) * factor) / 2,
    middle = (begin + end) / 2;
  select({
    time: at.snapped([
      Math.max(0, middle - half),
      Math.min(at.end, middle + half),
    ]),
  });
}

let viewAt = -1;
const keyActions = {
  ArrowLeft: () => moveTime(-0.25),
  ArrowRight: () => moveTime(0.25),
  "+": () => zoomTime(0.5),
  "=": () => zoomTime(0.5),
  "-": () => zoomTime(2),
  0: () => select({ time: null }),
  m: () => select({ measure: (state.measure + 1) % measures().length }),
  j: () =>
    select({
      structure: nextOf(
        profile().structures.rows.map((r) => r.id),
        state.structure,
        1,
      ),
    }),
  k: () =>
    select({
      structure: nextOf(
        profile().structures.rows.map((r) => r.id),
        state.structure,
        -1,
      ),
    }),
  t: () =>
    select({
      thread: nextOf(
        profile().head.threads.map((t) => t.thread),
        state.thread,
        1,
      ),
    }),
  p: () =>
    profile().phases &&
    select({
      phase: nextOf(
        profile().phases.rows.map((_, p) => p),
        state.phase,
        1,
      ),
    }),
  "[": () => stepInterval(-1),
  "]": () => stepInterval(1),
  "/": () => document.querySelector("#structures .filter")?.focus(),
  g: () => {
    const shown = views.filter((v) => v.section);
    viewAt = (viewAt + 1) % shown.length;
    jump(null, shown[viewAt].id);
  },
  d: () => switchTheme(),
  Escape: () => clearSelection(),
  "?": () => showHelp(),
};

function onKey(event) {
  const typing = event.target.closest?.("input, select, textarea, dialog");
  if (event.key === "Escape" && event.target.matches?.("input")) {
    event.target.blur();
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = keyActions[event.key];
  if (!action) return;
  // In regions that scroll, arrow keys scroll.
  if (
    event.key.startsWith("Arrow") &&
    (!state.time || event.target.closest?.(".scrolls"))
  )
    return;
  event.preventDefault();
  action();
}

function useTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

function switchTheme() {
  useTheme(isDark() ? "light" : "dark");
  changedKeys.add("theme");
  schedule();
}
