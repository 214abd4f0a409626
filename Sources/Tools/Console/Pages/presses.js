// The presses of the button to speak, by pointer and by key.

import { find } from "/elements.js";

/** The keys of the button itself, and the space bar wherever nothing is typed. */
const isKey = (event) => isAlone(event)
  && (event.key === " " && !event.target.closest("input, select, textarea, summary, button:not(#microphone)")
    || event.key === "Enter" && event.target === find("#microphone"));

/** With another key they are a command of the browser, or of an input method. */
const isAlone = (event) => !event.ctrlKey && !event.shiftKey && !event.altKey && !event.metaKey && !event.isComposing;

/** Calls a function whenever the button is pressed, and another one when it is released. */
export function bindPresses(press, release) {
  bindPointer(find("#microphone"), press, release);
  bindKeys(press, release);
}

function bindPointer(speak, press, release) {
  speak.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    speak.setPointerCapture(event.pointerId);
    press();
  });
  speak.addEventListener("pointerup", release);
  speak.addEventListener("pointercancel", release);
  speak.addEventListener("contextmenu", (event) => event.preventDefault());
}

function bindKeys(press, release) {
  /** The key that is down and has pressed the button. */
  let down = null;
  const releaseKey = () => {
    if (down === null) return;
    down = null;
    release();
  };
  document.addEventListener("keydown", (event) => {
    // A key that is held types nothing into a field that gets the focus meanwhile.
    if (event.repeat && event.key === down) return event.preventDefault();
    if (!isKey(event) || find("#talk").hidden) return;
    event.preventDefault();
    if (event.repeat) return;
    down = event.key;
    press();
  });
  // The key that has pressed the button releases it wherever the focus is by then.
  document.addEventListener("keyup", (event) => {
    if (event.key !== down) return;
    event.preventDefault();
    releaseKey();
  });
  // Another window gets the keyup.
  window.addEventListener("blur", releaseKey);
}
