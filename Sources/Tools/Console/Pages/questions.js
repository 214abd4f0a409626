// The open question of a conversation: its options as buttons, yes and no, or a field for a number.

import { button, find, handFocus, make } from "/elements.js";
import { say } from "/words.js";

export class Question {
  #say;
  /** The id of the question that is shown. */
  #request = null;
  /** The question whose answers are shown, as text. */
  #shown = "";
  /** Whether an answer was given here, and has not been found wanting. */
  #isAnswered = false;
  /** The turn of that answer, as soon as it is known. */
  #turn = null;
  /** How to agree and disagree, in the assistant's language. */
  replies = { yes: "yes", no: "no" };

  /** Creates a question. `answer` says a text, and takes a function that is called when the text is lost. */
  constructor(answer) { this.#say = answer; }

  hide() {
    handFocus(find("#question"), () => { find("#question").hidden = true; }, find("#text"));
    [this.#request, this.#shown, this.#isAnswered, this.#turn] = [null, "", false, null];
  }

  /** Takes the end of a turn: a question that is still open after the answer's own turn can be answered again. */
  ended(turn) { if (this.#turn !== null && turn === this.#turn) this.#mark(false); }

  /** Shows the body of a voice.request. */
  show({ state, request, question }) {
    if (!["presented", "listening", "invalid"].includes(state)) {
      // An app ends its question when another app has asked a newer one.
      if (request === this.#request) this.hide();
      return;
    }
    this.#request = request;
    find("#question").hidden = false;
    find("#prompt").textContent = question.prompt;
    // A question comes again in each of its states, and what is typed as its answer stays.
    const shown = JSON.stringify([request, question]);
    if (shown === this.#shown) {
      if (state === "invalid") this.#mark(false);
      return;
    }
    [this.#shown, this.#isAnswered, this.#turn] = [shown, false, null];
    handFocus(find("#options"), () => find("#options").replaceChildren(...this.#answers(question)), find("#text"));
    // Who has answered the question before by keyboard answers this one so, unless something is typed already.
    if (document.activeElement?.dataset.handed === undefined || find("#text").value) return;
    find("#options :is(button, input)")?.focus();
  }

  #answers(question) {
    const option = (label, text) => button(label, () => this.#give(text));
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
    form.addEventListener("submit", (event) => { event.preventDefault(); this.#give(field.value); });
    return form;
  }

  /** Gives an answer, once: a second one would answer the question that comes next. */
  async #give(text) {
    if (this.#isAnswered) return;
    const shown = this.#shown;
    this.#mark(true);
    const retry = () => { if (shown === this.#shown) this.#mark(false); };
    const published = await this.#say(text, retry);
    if (!published) return retry();
    if (shown === this.#shown) this.#turn = published.turn;
  }

  /** Marks the answers as given, or as possible again. Disabled buttons would lose the focus to the page. */
  #mark(isAnswered) {
    [this.#isAnswered, this.#turn] = [isAnswered, null];
    for (const answer of find("#options").querySelectorAll("button")) answer.ariaDisabled = isAnswered;
  }
}
