// Turns as rows that open to a waterfall of their messages, and to what was said.

import { meaningOf, wordsOf } from "/conversation.js";
import { button, find, make } from "/elements.js";
import { soundOf } from "/sound.js";
import { say } from "/words.js";

/** The most turns, and the most messages of a turn, that are kept. */
const [mostTurns, mostMessages] = [200, 200];

/** What is known of a turn, from its messages. */
export class Turn {
  messages = [];
  words = "";
  start = Infinity;
  version = 0;

  constructor(id, session) { [this.id, this.session] = [id, session]; }

  take(message) {
    const { header, body } = message;
    if (this.messages.length < mostMessages) this.messages.push(message);
    this.start = Math.min(this.start, header.at);
    this.version++;
    switch (header.kind) {
      case "speech.started": this.isSpoken = true; break;
      case "speech.transcript": [this.words, this.transcript] = [body.text, body]; break;
      case "speech.partial": this.words ||= body.text; break;
      case "speech.intent": if (body.hypotheses?.[0]) this.meaning = meaningOf(body.hypotheses[0]); break;
      case "audio.sequence": this.said = wordsOf(body.events) || this.said; break;
      case "turn.ended": [this.outcome, this.reason] = [body.outcome, body.reason]; break;
    }
  }

  get end() { return Math.max(...this.messages.map(({ header }) => header.at)); }

  fits(wanted) {
    return !wanted || `${this.words} ${this.session} ${this.meaning} ${this.outcome}`.toLowerCase().includes(wanted)
      || this.messages.some(({ header }) => header.kind.includes(wanted));
  }
}

/** Returns a time in words. */
export const timeOf = (milliseconds) => milliseconds >= 10_000 ? `${(milliseconds / 1000).toFixed(1)} s`
  : `${milliseconds.toFixed(milliseconds < 100 ? 1 : 0)} ms`;

/** Returns the words of an outcome. */
export const outcomeOf = (outcome) => outcome ? (say("outcomes")[outcome] ?? outcome) : say("running");

/** Returns a row that opens to the messages of a turn. */
export function summaryOf({ start, session, words, meaning, outcome, milliseconds }) {
  const summary = make("summary");
  summary.append(
    make("span", new Date(start / 1000).toLocaleTimeString(), "quiet"), make("span", session, "quiet"),
    make("span", words || "–", "words"), make("span", meaning ?? ""),
    make("span", outcomeOf(outcome), outcome === "handled" ? "good" : outcome ? "bad" : "quiet"),
    make("span", milliseconds === undefined ? "" : timeOf(milliseconds), "quiet"));
  return summary;
}

/**
 * Returns what an opened turn shows: its sound, its alternatives, and its messages, each as a bar from the message that
 * it answers to itself.
 * @param {Turn} turn
 * @param {() => Promise<{header, samples}>} ask asks for the sound
 * @param {(turn: Turn) => void} onTry is called to try the alternatives
 */
export function detailsOf(turn, ask, onTry) {
  const parts = make("div", "", "opened");
  if (turn.reason) parts.append(make("p", turn.reason, "bad"));
  if (turn.said) parts.append(make("p", `“${turn.said}”`));
  const tools = make("p", "", "tools");
  if (turn.transcript) tools.append(button(say("tryTurn"), () => onTry(turn)));
  if (turn.isSpoken) tools.append(soundOf(ask));
  parts.append(tools, fall(turn));
  return parts;
}

function fall(turn) {
  const list = make("ol", "", "fall");
  const times = new Map(turn.messages.map(({ header }) => [header.id, header.at]));
  const length = Math.max(1, turn.end - turn.start);
  for (const message of turn.messages) {
    const { header } = message;
    const [item, details, summary, lane, bar] = ["li", "details", "summary", "span", "i"].map((name) => make(name));
    const causes = (header.causes ?? []).map((id) => times.get(id)).filter((at) => at !== undefined);
    const from = Math.min(header.at, ...causes);
    lane.className = "lane";
    bar.style.setProperty("--from", (from - turn.start) / length);
    bar.style.setProperty("--length", (header.at - from) / length);
    lane.append(bar);
    summary.append(make("span", header.kind), make("span", header.source, "quiet"), lane,
      make("span", `+${timeOf((header.at - turn.start) / 1000)}`));
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (details.childElementCount === 1) details.append(make("pre", JSON.stringify(message, null, 2)));
    });
    item.append(details);
    list.append(item);
  }
  return list;
}

/** The turns as they pass. */
export class LiveTurns {
  #turns = new Map();
  #ask;
  #onTry;

  constructor(ask, onTry) { [this.#ask, this.#onTry] = [ask, onTry]; }

  clear() { this.#turns.clear(); }

  take(message) {
    const { turn: id, session } = message.header;
    const turn = this.#turns.get(id) ?? new Turn(id, session);
    turn.take(message);
    this.#turns.set(id, turn);
    if (this.#turns.size > mostTurns) this.#turns.delete(this.#turns.keys().next().value);
  }

  /** Draws the turns that have changed, or all of them anew. */
  draw(isAnew) {
    const list = find("#turns");
    const wanted = find("#pattern").value.toLowerCase();
    const before = new Map([...list.children].map((item) => [item.dataset.turn, item]));
    list.replaceChildren(...[...this.#turns.values()].reverse().filter((turn) => turn.fits(wanted)).map((turn) => {
      const item = before.get(turn.id) ?? make("li");
      if (isAnew || item.dataset.version !== `${turn.version}`) this.#fill(item, turn);
      return item;
    }));
  }

  #fill(item, turn) {
    const wasOpen = item.querySelector("details")?.open ?? false;
    Object.assign(item.dataset, { turn: turn.id, version: turn.version });
    const details = make("details");
    const open = () => {
      if (details.open && details.childElementCount === 1) {
        details.append(detailsOf(turn, () => this.#ask("sound", { turn: turn.id }), this.#onTry));
      }
    };
    details.append(summaryOf({ ...turn, milliseconds: (turn.end - turn.start) / 1000 }));
    details.open = wasOpen;
    open();
    details.addEventListener("toggle", open);
    item.replaceChildren(details);
  }
}
