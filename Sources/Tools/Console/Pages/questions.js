// The open question of a conversation: its options as buttons, yes and no, or a field for a number.

import { button, find, handFocus, make } from "/elements.js";
import { say } from "/words.js";

export class Question {
  #say;
  /** The question whose answers are shown, as text. */
  #shown = "";
  /** How to agree and disagree, in the assistant's language. */
  replies = { yes: "yes", no: "no" };

  /** Creates a question whose answers are given by a function that takes the text. */
  constructor(answer) { this.#say = answer; }

  hide() {
    handFocus(find("#question"), () => { find("#question").hidden = true; }, find("#text"));
    this.#shown = "";
  }

  /** Shows the body of a voice.request. */
  show({ state, request, question }) {
    if (!["presented", "listening", "invalid"].includes(state)) return this.hide();
    find("#question").hidden = false;
    find("#prompt").textContent = question.prompt;
    // A question comes again in each of its states, and what is typed as its answer stays.
    const shown = JSON.stringify([request, question]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    handFocus(find("#options"), () => find("#options").replaceChildren(...this.#answers(question)), find("#text"));
    // Who has answered the question before by keyboard answers this one so, unless something is typed already.
    if (document.activeElement?.dataset.handed === undefined || find("#text").value) return;
    find("#options :is(button, input)")?.focus();
  }

  #answers(question) {
    const option = (label, text) => button(label, () => this.#say(text));
    if (question.kind === "confirmation") return [option(say("yes"), this.replies.yes), option(say("no"), this.replies.no)];
    if (question.options?.length) return question.options.map((text) => option(text, text));
    return question.kind === "number" ? [this.#field(question)] : [];
  }

  #field({ minimum, maximum, prompt }) {
    const [form, field] = [make("form"), make("input")];
    Object.assign(field, { type: "number", step: "any", required: true, ariaLabel: prompt });
    if (minimum !== undefined) field.min = minimum;
    if (maximum !== undefined) field.max = maximum;
    form.append(field, " ", make("button", say("answer")));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.#say(field.value); });
    return form;
  }
}
