// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts over time. A clock counts the instructions of the process or of one
// thread. Its bins are the finest resolution of the profile; all other counts
// are sums of bins.

class Clock {
  constructor(data) {
    Object.assign(this, {
      thread: data.thread,
      bins: data.bins,
      step: data.step,
      end: data.end,
      perBin: data.intervals_per_bin,
      rows: data.rows,
      data: data.measures,
    });
    this.rowOf = new Map(data.rows.map((id, row) => [id, row]));
    this.sums = new Map();
    this.totals = new Map();
  }
  get others() {
    return this.rows.length;
  } // the row of all others
  // Returns the end of a bin; the last bin may be shorter than the others.
  binEnd(bin) {
    return Math.min(this.end, (bin + 1) * this.step);
  }

  bin(measure, row) {
    return numbers(this.data[measure][row].sum);
  }

  // Returns the prefix sums of a row: sums[b] is the sum of all bins before b.
  prefix(measure, row) {
    const key = measure * 4096 + row;
    let sums = this.sums.get(key);
    if (!sums) {
      const values = this.bin(measure, row);
      sums = new Float64Array(this.bins + 1);
      for (let b = 0; b < this.bins; ++b) sums[b + 1] = sums[b] + values[b];
      this.sums.set(key, sums);
    }
    return sums;
  }
  // Returns the prefix sums of all rows together.
  totalPrefix(measure) {
    let sums = this.totals.get(measure);
    if (!sums) {
      sums = new Float64Array(this.bins + 1);
      for (let row = 0; row <= this.others; ++row) {
        const of = this.prefix(measure, row);
        for (let b = 0; b <= this.bins; ++b) sums[b] += of[b];
      }
      this.totals.set(measure, sums);
    }
    return sums;
  }

  // Returns the bins [first, last) of a time in instructions, at least one.
  binsOf(time) {
    if (!time) return [0, this.bins];
    const first = Math.max(
      0,
      Math.min(this.bins - 1, Math.round(time[0] / this.step)),
    );
    const last = Math.max(
      first + 1,
      Math.min(this.bins, Math.round(time[1] / this.step)),
    );
    return [first, last];
  }
  // Returns `time` rounded to bins, to which brushes snap; null: the whole run.
  snapped(time) {
    const [first, last] = this.binsOf(time);
    return first === 0 && last === this.bins
      ? null
      : [first * this.step, this.binEnd(last - 1)];
  }
  timeOf(time) {
    const [first, last] = this.binsOf(time);
    return [first * this.step, this.binEnd(last - 1)];
  }

  // Returns the counts per thousand instructions in `parts` equal parts of the
  // bins, or per bin where there are fewer bins than parts.
  rates(prefix, [first, last], parts) {
    const many = Math.max(1, Math.min(parts, last - first));
    const values = new Float64Array(many);
    for (let i = 0; i < many; ++i) {
      const from = first + Math.floor(((last - first) * i) / many);
      const to = first + Math.floor(((last - first) * (i + 1)) / many);
      const width = this.binEnd(to - 1) - from * this.step;
      values[i] = (1000 * (prefix[to] - prefix[from])) / width;
    }
    return values;
  }
  edges([first, last], parts) {
    const many = Math.max(1, Math.min(parts, last - first));
    const edges = new Float64Array(many + 1);
    for (let i = 0; i <= many; ++i) {
      const bin = first + Math.floor(((last - first) * i) / many);
      edges[i] = i === many ? this.binEnd(last - 1) : bin * this.step;
    }
    return edges;
  }
  // Returns the least and the largest count of a single interval in each of
  // these parts, per thousand instructions, with an error of about 6 %.
  extremes(measure, row, [first, last], parts) {
    const many = Math.max(1, Math.min(parts, last - first));
    const data = this.data[measure][row];
    const low = new Float64Array(many).fill(Infinity);
    const high = new Float64Array(many);
    const sums = this.bin(measure, row);
    const least = data.min ? numbers(data.min) : null;
    const most = data.max ? numbers(data.max) : null;
    const scale = 1000 / (this.step / this.perBin);
    for (let i = 0; i < many; ++i) {
      const from = first + Math.floor(((last - first) * i) / many);
      const to = first + Math.floor(((last - first) * (i + 1)) / many);
      for (let b = from; b < to; ++b) {
        low[i] = Math.min(low[i], least ? roughValues[least[b]] : sums[b]);
        high[i] = Math.max(high[i], most ? roughValues[most[b]] : sums[b]);
      }
      low[i] *= scale;
      high[i] *= scale;
    }
    return { low, high };
  }
}

// Returns the clock of the selected thread, or of the process if this page has
// no clock of that thread; null: the profile has no clocks.
function clock() {
  const clocks = profile().clocks;
  const own = clocks.find((c) => c.thread === state.thread);
  return own ?? clocks[0] ?? null;
}

// Returns whether clock() is the clock of the selected thread or process.
function hasOwnClock() {
  return clock()?.thread === state.thread;
}
