// The recorded turns of some days, judged anew by thresholds that are moved.

import { find, make, row, showing } from "/elements.js";
import { counted, say } from "/words.js";

/** The most turns that are listed. */
const maximumListed = 200;

/** Returns what is done with a turn: the rule of the dispatcher's ConfidenceThresholds. */
export function judge({ type, words, certainty }, { confirmBelow, refuseBelow }) {
  if (type === undefined) return "unknown";
  if (words >= 1) return confirmBelow >= 1 ? "asked" : "carried";
  return certainty < refuseBelow ? "refused" : certainty < confirmBelow ? "asked" : "carried";
}

export class Thresholds {
  #connection;
  #answer = null;
  /** Whether the answer is about more than today. */
  #hasDates = false;
  #readings = 0;
  /** Whether the sliders stand where somebody has moved them. */
  #isMoved = false;

  constructor(connection) {
    this.#connection = connection;
    for (const name of ["#confirm", "#refuse"]) find(name).addEventListener("input", () => { this.#isMoved = true; this.#draw(); });
    find("#judged-command").addEventListener("change", () => { this.#reset(); this.#draw(); });
    find("#judged-since").addEventListener("change", () => this.refresh());
  }

  /** Reads the recordings again; the chosen command, and sliders that were moved, stay as they are. */
  async refresh() {
    const days = Number(find("#judged-since").value);
    const since = days < 0 ? 0 : new Date().setHours(0, 0, 0, 0) * 1000 - days * 86_400_000_000;
    const number = ++this.#readings;
    // Of several readings, the last one counts.
    const answer = await showing(find("#judged-note"), () => this.#connection.ask("judge", { since }).catch((error) => {
      if (number === this.#readings) throw error;
    }));
    if (number !== this.#readings) return;
    [this.#answer, this.#hasDates] = [answer, days !== 0];
    if (!answer) return this.#clear();
    const names = [...new Set(this.#answer.turns.filter(({ type }) => type).map(({ app, type }) => `${app}: ${type}`))].sort();
    const list = find("#judged-command");
    const chosen = names.includes(list.value) ? list.value : "";
    // The sliders of a command that is no longer there mean nothing for others.
    if (list.value !== chosen) this.#isMoved = false;
    list.replaceChildren(new Option(say("allCommands"), ""), ...names.map((name) => new Option(name, name, false, name === chosen)));
    if (!this.#isMoved) this.#reset();
    this.#draw();
  }

  /** Empties the tables, so that what was read before does not stay as if it were about the chosen days. */
  #clear() {
    for (const name of ["#judged", "#judged-changes"]) find(name).replaceChildren();
    find("#judged-changes").closest("table").hidden = true;
  }

  /** The thresholds in use for a command, or for commands without their own. */
  #inUse(name) {
    return this.#answer.thresholds.find(({ app, type }) => `${app}: ${type}` === name) ?? this.#answer.standard;
  }

  /** Puts the sliders to the thresholds in use. */
  #reset() {
    this.#isMoved = false;
    if (!this.#answer) return;
    const { confirmBelow, refuseBelow } = this.#inUse(find("#judged-command").value);
    [find("#confirm").value, find("#refuse").value] = [confirmBelow, refuseBelow];
  }

  #timeOf({ began }) {
    const date = new Date(began / 1000);
    return this.#hasDates ? date.toLocaleString() : date.toLocaleTimeString();
  }

  #draw() {
    const moved = { confirmBelow: Number(find("#confirm").value), refuseBelow: Number(find("#refuse").value) };
    find("#confirm-value").textContent = moved.confirmBelow.toFixed(2);
    find("#refuse-value").textContent = moved.refuseBelow.toFixed(2);
    if (!this.#answer) return;
    const wanted = find("#judged-command").value;
    const [before, after] = [{}, {}];
    const changed = [];
    for (const turn of this.#answer.turns) {
      const name = `${turn.app}: ${turn.type}`;
      const old = judge(turn, this.#inUse(name));
      const now = !wanted || wanted === name ? judge(turn, moved) : old;
      before[old] = (before[old] ?? 0) + 1;
      after[now] = (after[now] ?? 0) + 1;
      if (old !== now) changed.push([turn, old, now]);
    }
    const kinds = ["carried", "asked", "refused", "unknown"];
    find("#judged").replaceChildren(...kinds.map((kind) => row([say("judged")[kind], before[kind] ?? 0, "→", after[kind] ?? 0])));
    find("#judged-changes").replaceChildren(...changed.slice(0, maximumListed).map(([turn, old, now]) => row([
      this.#timeOf(turn), make("strong", turn.text), `${turn.app}: ${turn.type}`,
      `${Math.round(turn.certainty * 100)} %`, `${say("judged")[old]} → ${say("judged")[now]}`,
    ])));
    find("#judged-changes").closest("table").hidden = !changed.length;
    find("#judged-note").textContent = this.#answer.hasFolder
      ? `${counted(this.#answer.turns.length, "turnsRead")}, ${counted(changed.length, "judgedAnew")}${this.#answer.unreadable.map((one) => ` · ${one}`).join("")}`
      : say("noFolder");
  }
}
