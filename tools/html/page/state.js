// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The selection of the page. Views read it and are notified of changes. The
// fragment of the page's address holds the whole selection, so a link shows the
// same.

const state = {
  profile: 0, // index of one of at most two profiles
  measure: 0, // index of the profile's measures
  time: null, // [begin, end) in instructions on the clock of the thread
  structure: null, // id; -1: all structures without a row
  thread: null,
  phase: null,
  interval: null, // index of the viewer's interval in the list
};
const listeners = [];
let changedKeys = new Set();
let drawing = 0;

function profile() {
  return doc.profiles[state.profile];
}
function measures() {
  return profile().head.measures;
}
function measureText() {
  return measures()[state.measure].text;
}
function hasSelection() {
  return (
    state.time !== null ||
    state.structure !== null ||
    state.thread !== null ||
    state.phase !== null
  );
}

// Changes the selection. `live`: the user is still dragging, so no entry is
// added to the browser's history.
function select(changes, live = false) {
  let any = false;
  // Each thread has a separate clock, so a time of one thread has no meaning on
  // another.
  if (
    "thread" in changes &&
    changes.thread !== state.thread &&
    !("time" in changes)
  )
    changes = { ...changes, time: null };
  for (const [key, value] of Object.entries(changes))
    if (JSON.stringify(state[key]) !== JSON.stringify(value)) {
      state[key] = value;
      changedKeys.add(key);
      any = true;
    }
  if (!any) return;
  writeFragment(live);
  schedule();
}

function schedule() {
  if (!drawing)
    drawing = requestAnimationFrame(() => {
      drawing = 0;
      const changed = changedKeys;
      changedKeys = new Set();
      for (const listener of listeners) listener(changed);
    });
}

function onChange(listener) {
  listeners.push(listener);
}

// A click on a selected item clears the selection.
function toggle(key, value) {
  select({ [key]: state[key] === value ? null : value });
}

function fragmentOf() {
  const words = new URLSearchParams();
  if (state.profile !== 0) words.set("profile", state.profile + 1);
  if (state.measure !== 0) words.set("measure", measures()[state.measure].key);
  if (state.time) words.set("time", state.time.map(Math.round).join("-"));
  for (const key of ["structure", "thread", "phase", "interval"])
    if (state[key] !== null)
      words.set(key, key === "phase" ? state[key] + 1 : state[key]);
  return words.toString();
}

let lastPushed = "";
let writing = 0;
function writeFragment(live) {
  clearTimeout(writing);
  // Browsers refuse many changes of the address within seconds.
  if (live) {
    writing = setTimeout(
      () => history.replaceState(null, "", "#" + fragmentOf()),
      300,
    );
    return;
  }
  const fragment = "#" + fragmentOf();
  if (fragment !== lastPushed) history.pushState(null, "", fragment);
  lastPushed = fragment;
}

function wholeNumber(text, most) {
  return /^-?\d{1,15}$/.test(text ?? "") && Number(text) < most
    ? Number(text)
    : null;
}

// The address is untrusted input: invalid values are ignored.
function readFragment() {
  const words = new URLSearchParams(location.hash.slice(1));
  const chosen = wholeNumber(words.get("profile"), doc.profiles.length + 1);
  const next = { profile: chosen >= 1 ? chosen - 1 : 0 };
  const of = doc.profiles[next.profile];
  next.measure = Math.max(
    0,
    of.head.measures.findIndex((m) => m.key === words.get("measure")),
  );
  const thread = wholeNumber(words.get("thread"), 2 ** 32);
  next.thread = of.head.threads.some((t) => t.thread === thread)
    ? thread
    : null;
  const structure = wholeNumber(words.get("structure"), 2 ** 32);
  next.structure =
    structure === -1 || of.byId.has(structure) ? structure : null;
  const phase = wholeNumber(words.get("phase"), 2 ** 16);
  next.phase =
    of.phases && phase >= 1 && phase <= of.phases.rows.length
      ? phase - 1
      : null;
  const interval = wholeNumber(words.get("interval"), 2 ** 32);
  next.interval =
    of.phases && interval >= 0 && interval < of.phases.intervals.n
      ? interval
      : null;
  const ends = (words.get("time") ?? "")
    .split("-")
    .map((word) => wholeNumber(word, 2 ** 53));
  next.time =
    ends.length === 2 &&
    ends[0] !== null &&
    ends[1] !== null &&
    ends[0] < ends[1]
      ? ends
      : null;
  return next;
}
