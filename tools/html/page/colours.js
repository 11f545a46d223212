// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colours that people with any kind of colour vision can distinguish: the hues
// of Okabe and Ito, and of Tol, in an order in which neighbours differ in
// lightness.

const structureColours = {
  light: [
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#d55e00",
    "#332288",
    "#b8a000",
    "#882255",
    "#44aa99",
  ],
  dark: [
    "#4ea3e0",
    "#f0b03c",
    "#2fc79b",
    "#e59ac4",
    "#8fd0f5",
    "#f07d3a",
    "#9c8ff0",
    "#e0d050",
    "#d0709c",
    "#7fd8cb",
  ],
};
// Phases have letters and paler colours, so that they are not mistaken for
// structures.
const phaseColours = {
  light: [
    "#99bbee",
    "#f4a582",
    "#a6dba0",
    "#f0dc82",
    "#c2a5cf",
    "#80cdc1",
    "#f7b6d2",
    "#c7c7c7",
    "#dfc27d",
    "#b3de69",
  ],
  dark: [
    "#4a6fa5",
    "#a85f3f",
    "#4f8a4a",
    "#94802c",
    "#7a5a8c",
    "#35847a",
    "#a05a7c",
    "#6f6f6f",
    "#8a6d2f",
    "#5f8a2a",
  ],
};
// Cividis, at seven places.
const heatStops = [
  [0, 34, 78],
  [53, 69, 108],
  [102, 105, 112],
  [148, 142, 119],
  [200, 184, 102],
  [253, 231, 55],
];

function isDark() {
  return document.documentElement.dataset.theme === "dark";
}

function themeColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

function phaseColour(phase) {
  const all = phaseColours[isDark() ? "dark" : "light"];
  return all[phase % all.length];
}

function phaseName(phase) {
  return phase < 9 ? String(phase + 1) : String.fromCharCode(97 + phase - 9);
}

// Returns the colour of a structure, which depends on its rank and is the same
// in every view. Ranks after the tenth are grey.
function structureColour(id) {
  const all = structureColours[isDark() ? "dark" : "light"];
  const rank = id === null ? -1 : profile().rank.get(id);
  return rank >= 0 && rank < all.length ? all[rank] : othersColour();
}

function othersColour() {
  return isDark() ? "#7d8590" : "#9aa1a9";
}

const heatTable = new Uint8ClampedArray(256 * 3);
for (let i = 0; i < 256; ++i) {
  const at = (i / 255) * (heatStops.length - 1);
  const low = Math.min(Math.floor(at), heatStops.length - 2);
  for (let c = 0; c < 3; ++c)
    heatTable[3 * i + c] =
      heatStops[low][c] +
      (at - low) * (heatStops[low + 1][c] - heatStops[low][c]);
}

function heatCss(share) {
  const i = 3 * Math.round(255 * Math.min(1, Math.max(0, share)));
  return `rgb(${heatTable[i]},${heatTable[i + 1]},${heatTable[i + 2]})`;
}

// Returns black or white: the one with more contrast to a colour of heatCss.
function heatInk(share) {
  return share > 0.55 ? "#000" : "#fff";
}
