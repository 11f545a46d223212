// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes elements. Text is inserted as text nodes: no code here parses HTML.

// make("td.number", {title: "..."}, "text", element, ...)
function make(kind, attributes, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : clean(value));
  }
  add(element, ...children);
  return element;
}

function add(element, ...children) {
  for (const child of children.flat())
    if (child !== null && child !== undefined)
      element.append(child instanceof Node ? child : clean(child));
  return element;
}

function empty(element) {
  element.replaceChildren();
  return element;
}

// Makes a box of a colour. The page's policy permits styles that a script sets,
// but no style attributes in HTML.
function swatch(colour) {
  const box = make("span.swatch", { "aria-hidden": "true" });
  box.style.background = colour;
  return box;
}

// Makes a choice of one of several words, as buttons.
function choice(label, words, chosen, onChoose) {
  const group = make("div.choice", { role: "group", "aria-label": label });
  for (const [value, text] of words)
    group.append(
      make(
        "button",
        {
          type: "button",
          "aria-pressed": String(value === chosen),
          "data-value": value,
          onclick: () => {
            setChoice(group, value);
            onChoose(value);
          },
        },
        text,
      ),
    );
  return group;
}

// Makes a choice of one of several items that a view can show; view.which is the
// index of the chosen one.
function chooseWhich(view, place, label, texts) {
  view.which = 0;
  if (texts.length < 2) return;
  const words = texts.map((text, i) => [i, text]);
  const group = choice(label, words, 0, (i) => {
    view.which = i;
    view.update();
  });
  place.append(make("div.tools", null, group));
}

function setChoice(group, value) {
  for (const button of group.children)
    button.setAttribute(
      "aria-pressed",
      String(button.dataset.value === String(value)),
    );
}

const tip = {
  show(event, lines) {
    const element = document.getElementById("tip");
    empty(element);
    for (const line of lines)
      element.append(line instanceof Node ? line : make("div", null, line));
    element.hidden = false;
    const { width, height } = element.getBoundingClientRect();
    const right = event.clientX + 14 + width > innerWidth;
    const low = event.clientY + 14 + height > innerHeight;
    element.style.left =
      Math.max(4, right ? event.clientX - width - 10 : event.clientX + 14) +
      "px";
    element.style.top =
      Math.max(4, low ? event.clientY - height - 10 : event.clientY + 14) +
      "px";
  },
  hide() {
    document.getElementById("tip").hidden = true;
  },
};
