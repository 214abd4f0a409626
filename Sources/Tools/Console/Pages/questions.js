// The open question of a conversation: its options as buttons, yes and no, or a field for a number.

import { button, find, make } from "/elements.js";
import { say } from "/words.js";

export class Question {
  #say;
  /** How to agree and disagree, in the assistant's language. */
  replies = { yes: "yes", no: "no" };

  /** Creates a question whose answers are given by a function that takes the text. */
  constructor(answer) { this.#say = answer; }

  hide() { find("#question").hidden = true; }

  /** Shows the body of a voice.request. */
  show({ state, question }) {
    const isOpen = ["presented", "listening", "invalid"].includes(state);
    find("#question").hidden = !isOpen;
    if (!isOpen) return;
    find("#prompt").textContent = question.prompt;
    find("#options").replaceChildren(...this.#answers(question));
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
