// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts of the selection, for all views.

// Prepares the maps in which views often look up rows.
function prepareProfile(of) {
  of.byId = new Map(of.structures.rows.map((row) => [row.id, row]));
  of.rank = new Map(of.structures.rows.map((row, i) => [row.id, i]));
  of.clocks = (of.time ?? []).map((data) => new Clock(data));
  // Names of structures that have no row are not needed: -1 stands for them.
}

function structureName(id) {
  if (id === null || id === -1) return "[others]";
  return profile().byId.get(id)?.name ?? "#" + id;
}

// Returns, for each bin of `of`, the share of instructions in the selected
// phase; null: no phase is selected.
const maskCache = { key: "", value: null };
function phaseMask(of) {
  if (state.phase === null || !profile().phases) return null;
  const key = [state.profile, state.thread, state.phase].join();
  if (maskCache.key !== key) {
    maskCache.key = key;
    maskCache.value = maskOf(of, profile().phases.intervals, state.phase);
  }
  return maskCache.value;
}

function maskOf(of, intervals, phase) {
  const onThread = of.thread !== null && state.thread !== null;
  const thread = numbers(intervals.thread),
    label = numbers(intervals.phase);
  const length = numbers(intervals.instructions);
  const begin = numbers(onThread ? intervals.start : intervals.begin);
  const end = numbers(intervals.end);
  const part = new Float64Array(of.bins),
    all = new Float64Array(of.bins);
  for (let i = 0; i < intervals.n; ++i) {
    if (onThread && thread[i] !== of.thread) continue;
    const from = begin[i];
    const to = onThread ? from + length[i] : Math.max(end[i], from + 1);
    const last = Math.min(of.bins - 1, Math.floor((to - 1) / of.step));
    for (let b = Math.floor(from / of.step); b <= last; ++b) {
      const inside =
        Math.min(to, (b + 1) * of.step) - Math.max(from, b * of.step);
      const weight = (length[i] * inside) / (to - from);
      all[b] += weight;
      if (label[i] === phase) part[b] += weight;
    }
  }
  return part.map((value, b) => (all[b] > 0 ? value / all[b] : 0));
}

// Returns the counts of each row of the table: {rows: [{id, name, counts}],
// total, exact}. If a phase and a time are selected, a bin that is only partly
// in the phase counts in proportion.
function selectedCounts() {
  const of = profile();
  if (
    state.time === null &&
    state.phase !== null &&
    of.phases &&
    state.thread === null
  )
    return phaseCounts(of);
  if (state.time === null && state.phase === null && state.thread === null)
    return wholeCounts(of);
  return hasOwnClock() ? clockCounts(of, clock()) : threadCounts(of);
}

function withTotal(rows, many, exact) {
  const total = {
    id: null,
    name: "TOTAL",
    isTotal: true,
    counts: Array(many).fill(0),
  };
  for (const row of rows)
    row.counts.forEach((value, m) => {
      total.counts[m] += value;
    });
  return { rows, total, exact };
}

function wholeCounts(of) {
  const rows = of.structures.rows.map(({ id, name, counts }) => ({
    id,
    name,
    counts,
  }));
  const { count: many, counts } = of.structures.others;
  if (many > 0) rows.push({ id: -1, name: `[${many} others]`, counts });
  return withTotal(rows, of.head.measures.length, true);
}

function phaseCounts(of) {
  const rows = [];
  let rest = null;
  for (const { id, counts } of of.phases.sums) {
    const here = counts[state.phase];
    if (id === null) rest = [...here];
    else rows.push({ id, name: structureName(id), counts: here });
  }
  for (const { counts } of rows)
    counts.forEach((value, m) => {
      rest[m] -= value;
    });
  if (rest.some((value) => value > 0))
    rows.push({ id: -1, name: "[others]", counts: rest });
  return withTotal(rows, of.head.measures.length, true);
}

function clockCounts(of, at) {
  const [first, last] = at.binsOf(state.time);
  const mask = phaseMask(at);
  const rows = [];
  for (let row = 0; row <= at.others; ++row) {
    const counts = of.head.measures.map((_, m) => {
      if (!mask) {
        const sums = at.prefix(m, row);
        return sums[last] - sums[first];
      }
      const values = at.bin(m, row);
      let sum = 0;
      for (let b = first; b < last; ++b) sum += mask[b] * values[b];
      return Math.round(sum);
    });
    const id = row === at.others ? -1 : at.rows[row];
    if (id !== -1 || counts.some((value) => value > 0))
      rows.push({ id, name: structureName(id), counts });
  }
  return withTotal(rows, of.head.measures.length, !mask);
}

function threadCounts(of) {
  const rows = of.structures.threads
    .filter(([thread]) => thread === state.thread)
    .map(([, id, counts]) => ({ id, name: structureName(id), counts }));
  return withTotal(rows, of.head.measures.length, true);
}

// Returns whether interval i begins in the selected time, thread and phase.
function isSelected(intervals, i) {
  if (state.thread !== null && numbers(intervals.thread)[i] !== state.thread)
    return false;
  if (state.phase !== null && numbers(intervals.phase)[i] !== state.phase)
    return false;
  if (!state.time) return true;
  const onThread = state.thread !== null && hasOwnClock();
  const begin = numbers(onThread ? intervals.start : intervals.begin)[i];
  const [from, to] = clock().timeOf(state.time);
  return begin >= from && begin < to;
}

// Returns the misses of each place, "file:line", in the selection. Only the
// sites with the most misses of each interval are counted. Returns null if no
// time, thread or phase is selected, or if the profile has no sites of
// intervals.
const sitesCache = { key: "", value: null };
function selectedSites() {
  const intervals = profile().phases?.intervals;
  if (!intervals?.sites) return null;
  if (state.time === null && state.thread === null && state.phase === null)
    return null;
  const key = JSON.stringify([
    state.profile,
    state.time,
    state.thread,
    state.phase,
  ]);
  if (sitesCache.key === key) return sitesCache.value;
  const { sites } = intervals;
  const many = numbers(sites.many),
    site = numbers(sites.site),
    misses = numbers(sites.misses);
  const sums = new Map();
  for (let i = 0, at = 0; i < intervals.n; at += many[i], ++i) {
    if (!isSelected(intervals, i)) continue;
    for (let s = at; s < at + many[i]; ++s) {
      const { file, line } = sites.names[site[s]];
      const place = `${file}:${line}`;
      sums.set(place, (sums.get(place) ?? 0) + misses[s]);
    }
  }
  Object.assign(sitesCache, { key, value: sums });
  return sums;
}

// Returns the number of instructions in the selection.
function selectedInstructions() {
  const of = profile();
  const at = clock();
  if (
    state.phase !== null &&
    of.phases &&
    state.time === null &&
    state.thread === null
  )
    return of.phases.rows[state.phase].instructions;
  if (!hasOwnClock())
    return (
      of.head.threads.find((t) => t.thread === state.thread)?.instructions ??
      of.head.instructions
    );
  const [begin, end] = at.timeOf(state.time);
  const mask = phaseMask(at);
  if (!mask) return end - begin;
  const [first, last] = at.binsOf(state.time);
  let sum = 0;
  for (let b = first; b < last; ++b)
    sum += mask[b] * (at.binEnd(b) - b * at.step);
  return Math.round(sum);
}
