// Short names for what every module does with the document.

export const find = (selector) => document.querySelector(selector);

/** Makes an element with a text and a class. */
export const make = (name, text = "", className = "") => Object.assign(document.createElement(name), { textContent: text, className });

/**
 * Makes a button of the page that calls a function when it is pressed. The second click of a double click counts for
 * nothing, nor does a key that is held: it may have been another button that was meant.
 */
export function button(label, action, className = "") {
  const made = Object.assign(make("button", label, className), { type: "button" });
  made.addEventListener("click", (event) => { if (event.detail <= 1) action(); });
  made.addEventListener("keydown", (event) => { if (event.repeat && ["Enter", " "].includes(event.key)) event.preventDefault(); });
  return made;
}

/** Makes a row of a table from its cells: texts, or elements. */
export function row(cells, className = "") {
  const made = make("tr", "", className);
  made.append(...cells.map((cell) => {
    const box = make("td");
    box.append(cell ?? "");
    return box;
  }));
  return made;
}

/** Changes an element only if there is something to change, so that what a reader has selected stays selected. */
export function write(element, text, className = "") {
  if (element.textContent !== text) element.textContent = text;
  if (element.className !== className) element.className = className;
}

/** Makes a list's children the wanted ones, and moves none that is in its place: an element that moves loses the focus. */
export function arrange(list, wanted) {
  const kept = new Set(wanted);
  for (const child of [...list.children]) if (!kept.has(child)) child.remove();
  let place = list.firstElementChild;
  for (const child of wanted) {
    if (child === place) place = place.nextElementSibling; else list.insertBefore(child, place);
  }
}

/**
 * Changes a part of the page, and gives the focus to another element if the change has taken it from the part. With
 * the focus at the page itself, the space bar would open the microphone. The element is marked while it has the focus so.
 */
export function handFocus(part, change, other) {
  // The keyboard of a touchscreen would cover the page.
  const had = !matchMedia("(pointer: coarse)").matches && part.querySelector(":focus-visible");
  change();
  if (!had || part.contains(document.activeElement) && document.activeElement.checkVisibility()) return;
  other.focus();
  other.dataset.handed = "";
  other.addEventListener("blur", () => delete other.dataset.handed, { once: true });
}

/** Shows an error of an action in a place, and nothing while it goes well. */
export async function showing(place, action) {
  place.textContent = "";
  place.classList.remove("bad");
  try { return await action(); } catch (error) {
    place.textContent = error.message;
    place.classList.add("bad");
    return null;
  }
}
