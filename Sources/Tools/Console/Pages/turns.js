// Turns as rows that open to a waterfall of their messages, and to what was said.

import { meaningOf, wordsOf } from "/conversation.js";
import { arrange, button, find, make, write } from "/elements.js";
import { soundOf } from "/sound.js";
import { chosenLanguage, say } from "/words.js";

/** The most turns, and the most messages of a turn, that are kept. */
const [maximumTurns, maximumMessages] = [200, 200];

/** What is known of a turn, from its messages. */
export class Turn {
  messages = [];
  words = "";
  start = Infinity;
  version = 0;

  constructor(id, session) { [this.id, this.session] = [id, session]; }

  take(message) {
    const { header, body } = message;
    // The console sends an open question again to a page that chooses its conversation.
    if (this.messages.some((known) => known.header.id === header.id && known.header.kind === header.kind)) return;
    if (this.messages.length < maximumMessages) this.messages.push(message);
    this.start = Math.min(this.start, header.at);
    this.version++;
    switch (header.kind) {
      case "speech.started": this.isSpoken = true; break;
      case "speech.transcript": [this.words, this.transcript] = [body.text, body]; break;
      case "speech.partial": if (!this.transcript) this.words = body.text; break;
      case "speech.intent": if (body.hypotheses?.[0]) this.meaning = meaningOf(body.hypotheses[0]); break;
      case "audio.sequence": this.said = wordsOf(body.events) || this.said; break;
      case "turn.ended": [this.outcome, this.reason] = [body.outcome, body.reason]; break;
    }
  }

  get end() { return Math.max(...this.messages.map(({ header }) => header.at)); }

  fits(wanted) {
    const known = [this.words, this.session, this.meaning, this.outcome, outcomeOf(this.outcome)];
    return !wanted || known.filter(Boolean).join(" ").toLowerCase().includes(wanted)
      || this.messages.some(({ header }) => header.kind.includes(wanted));
  }
}

/** Returns a time in words. */
export const timeOf = (milliseconds) => milliseconds >= 10_000 ? `${(milliseconds / 1000).toFixed(1)} s`
  : `${milliseconds.toFixed(milliseconds < 100 ? 1 : 0)} ms`;

/** Returns the words of an outcome. */
export const outcomeOf = (outcome) => outcome ? (say("outcomes")[outcome] ?? outcome) : say("running");

/** Returns what a row that opens to the messages of a turn says of it; one that exists is brought up to date in place. */
export function summaryOf({ start, session, words, meaning, outcome, milliseconds }, summary = make("summary")) {
  const texts = [
    [new Date(start / 1000).toLocaleTimeString(), "quiet"], [session, "quiet"], [words || "–", "words"], [meaning ?? ""],
    [outcomeOf(outcome), outcome === "handled" ? "good" : outcome ? "bad" : "quiet"],
    [milliseconds === undefined ? "" : timeOf(milliseconds), "quiet"],
  ];
  texts.forEach(([text, className], index) => write(summary.children[index] ?? summary.appendChild(make("span")), text, className));
  return summary;
}

/** What an opened turn shows: its sound, its alternatives, and its messages. It grows in place with the turn. */
export class OpenedTurn {
  element = make("div", "", "opened");
  #turn;
  #ask;
  #onTry;
  #reason = make("p");
  #said = make("p");
  #tools = make("p", "", "tools");
  #list = make("ol", "", "fall");
  #bars = [];
  #language = "";

  /**
   * Shows a turn.
   * @param {Turn} turn
   * @param {() => Promise<{header, samples}>} ask asks for the sound
   * @param {(turn: Turn) => void} onTry is called to try the alternatives
   */
  constructor(turn, ask, onTry) {
    [this.#turn, this.#ask, this.#onTry] = [turn, ask, onTry];
    this.element.append(this.#reason, this.#said, this.#tools, this.#list);
    this.show();
  }

  /** Brings it up to date with the turn. */
  show() {
    const { reason, said, messages, start, end } = this.#turn;
    write(this.#reason, reason ?? "", "bad");
    write(this.#said, said ? `“${said}”` : "");
    [this.#reason.hidden, this.#said.hidden] = [!reason, !said];
    this.#showTools();
    for (const message of messages.slice(this.#bars.length)) {
      const bar = new Bar(message);
      this.#bars.push(bar);
      this.#list.append(bar.element);
    }
    const times = new Map(messages.map(({ header }) => [header.id, header.at]));
    for (const bar of this.#bars) bar.place(times, start, Math.max(1, end - start));
  }

  /** Adds the buttons that have become possible; in another language, all are made anew. */
  #showTools() {
    if (this.#language !== chosenLanguage()) this.#tools.replaceChildren();
    this.#language = chosenLanguage();
    const has = (selector) => this.#tools.querySelector(selector);
    if (this.#turn.transcript && !has(".try")) this.#tools.prepend(button(say("tryTurn"), () => this.#onTry(this.#turn), "try"));
    if (this.#turn.isSpoken && !has(".sound")) this.#tools.append(soundOf(this.#ask));
  }
}

/** A message of a turn as a bar from the message that it answers to itself, which opens to its text. */
class Bar {
  element = make("li");
  #header;
  #bar = make("i");
  #time = make("span");

  constructor(message) {
    const { header } = message;
    this.#header = header;
    const [details, summary, lane] = [make("details"), make("summary"), make("span", "", "lane")];
    lane.append(this.#bar);
    summary.append(make("span", header.kind), make("span", header.source, "quiet"), lane, this.#time);
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (details.childElementCount === 1) details.append(make("pre", JSON.stringify(message, null, 2)));
    });
    this.element.append(details);
  }

  /** Puts the bar to its place in a turn with a start and a length, by the times of the turn's messages. */
  place(times, start, length) {
    const { at, causes = [] } = this.#header;
    const from = Math.min(at, ...causes.map((id) => times.get(id)).filter((time) => time !== undefined));
    this.#bar.style.setProperty("--from", (from - start) / length);
    this.#bar.style.setProperty("--length", (at - from) / length);
    write(this.#time, `+${timeOf((at - start) / 1000)}`);
  }
}

/** The row of a turn, which stays the same element while the turn grows, so that the focus and a selection stay in it. */
class TurnRow {
  element = make("li");
  #turn;
  #summary;
  #details = make("details");
  #opened = null;
  #version = 0;

  constructor(turn, ask, onTry) {
    this.#turn = turn;
    this.element.dataset.turn = turn.id;
    this.#summary = this.#details.appendChild(make("summary"));
    this.#details.addEventListener("toggle", () => {
      if (!this.#details.open) return;
      if (this.#opened) return this.#opened.show();
      this.#opened = new OpenedTurn(turn, () => ask("sound", { turn: turn.id }), onTry);
      this.#details.append(this.#opened.element);
    });
    this.element.append(this.#details);
  }

  /** Shows what has changed; all of it, if the page's words have changed. */
  show(isAnew) {
    const turn = this.#turn;
    if (!isAnew && this.#version === turn.version) return;
    this.#version = turn.version;
    summaryOf({ ...turn, milliseconds: (turn.end - turn.start) / 1000 }, this.#summary);
    if (this.#details.open) this.#opened?.show();
  }
}

/** The turns as they pass. */
export class LiveTurns {
  #turns = new Map();
  #rows = new WeakMap();
  #ask;
  #onTry;

  constructor(ask, onTry) { [this.#ask, this.#onTry] = [ask, onTry]; }

  clear() { this.#turns.clear(); }

  take(message) {
    const { turn: id, session } = message.header;
    const turn = this.#turns.get(id) ?? new Turn(id, session);
    turn.take(message);
    this.#turns.set(id, turn);
    if (this.#turns.size > maximumTurns) this.#turns.delete(this.#turns.keys().next().value);
  }

  /** Draws the turns that have changed, or all of them anew. */
  draw(isAnew) {
    const wanted = find("#pattern").value.toLowerCase();
    const turns = [...this.#turns.values()].reverse().filter((turn) => turn.fits(wanted));
    arrange(find("#turns"), turns.map((turn) => {
      const row = this.#rows.get(turn) ?? new TurnRow(turn, this.#ask, this.#onTry);
      this.#rows.set(turn, row);
      row.show(isAnew);
      return row.element;
    }));
  }
}
