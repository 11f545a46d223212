// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";
// The data of the page: one block of base64 of gzip. It holds JSON, followed by
// the bytes of long rows of numbers (tools/html/PageData.h).

let doc = null;
let numberBytes = null;
const numbersSeen = new WeakMap();

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function readData() {
  const element = document.getElementById("data");
  const packed = fromBase64(element.textContent);
  element.remove(); // frees a copy of many megabytes
  const stream = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0, true);
  doc = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  numberBytes = bytes.subarray(4 + length);
}

// Returns the numbers that `ref` refers to; unpacks them at the first call.
function numbers(ref) {
  if (!ref) return new Float64Array(0);
  let values = numbersSeen.get(ref);
  if (!values) {
    values = unpacked(ref);
    numbersSeen.set(ref, values);
  }
  return values;
}

function unpacked({ at, n, planes }) {
  if (planes === 0) return numberBytes.subarray(at, at + n);
  const values = new Float64Array(n);
  let unit = 1;
  for (let p = 0; p < planes; ++p, unit *= 256)
    for (let i = 0, from = at + p * n; i < n; ++i)
      values[i] += unit * numberBytes[from + i];
  // Each number is a step from the previous value: 0, 1, 2, 3, ... encode 0,
  // -1, 1, -2, ...
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    const step = values[i];
    sum += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
    values[i] = sum;
  }
  return values;
}

// The value of each byte that roughly() in PageData.cpp writes.
const roughValues = Float64Array.from({ length: 256 }, (_, code) =>
  code === 0 ? 0 : 2 ** ((code - 1) / 6),
);
