// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats numbers and names.

function threeDigits(value) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

// "9999", "12.3 K", "4.57 M".
function count(value) {
  if (!isFinite(value)) return "-";
  if (Math.abs(value) < 10000)
    return Number.isInteger(value) ? String(value) : threeDigits(value);
  let unit = 0;
  while (Math.abs(value) >= 999.5 && unit < 5) {
    value /= 1000;
    ++unit;
  }
  return threeDigits(value) + " " + " KMGTP"[unit];
}

function bytesText(value) {
  let unit = 0;
  while (value >= 1024 && unit < 5) {
    value /= 1024;
    ++unit;
  }
  const digits = Number.isInteger(value) ? String(value) : threeDigits(value);
  return digits + " " + ["B", "KiB", "MiB", "GiB", "TiB", "PiB"][unit];
}

function percent(part, whole) {
  return whole > 0 ? ((100 * part) / whole).toFixed(1) + " %" : "-";
}

function signedPercent(before, after) {
  if (before === 0) return after === 0 ? "0.0 %" : "new";
  const change = (100 * (after - before)) / before;
  return (change > 0 ? "+" : "") + change.toFixed(1) + " %";
}

// Names come from programs that may be hostile: control and formatting
// characters are replaced by U+FFFD.
function clean(text) {
  return String(text).replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    "\ufffd",
  );
}

// Shortens a text to at most `most` characters. It leaves out the middle, as
// the ends of names distinguish them.
function shortened(text, most) {
  text = clean(text);
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) * 0.4);
  return text.slice(0, most - 1 - end) + "\u2026" + text.slice(-end);
}

// Returns "simplex.c:153 pivot" for "src/simplex.c:153 pivot"; titles show the
// whole path.
function withoutFolders(text) {
  return clean(text).replace(/[^\s<]*\/(?=[^\s/]+)/g, "");
}

function baseName(path) {
  return path.split("/").pop();
}

// Returns a step of 1, 2 or 5 times a power of ten such that `span` has at most
// `most` steps.
function roundStep(span, most) {
  const unit = 10 ** Math.floor(Math.log10(span / most || 1));
  for (const times of [1, 2, 5, 10])
    if (span / (times * unit) <= most) return times * unit;
  return 10 * unit;
}
