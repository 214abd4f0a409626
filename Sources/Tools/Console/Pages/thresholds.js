// The recorded turns of today, judged anew by thresholds that are moved.

import { find, make, row, showing } from "/elements.js";
import { counted, say } from "/words.js";

/** The most turns that are listed. */
const mostListed = 200;

/** Returns what is done with a turn: the rule of the dispatcher's ConfidenceThresholds. */
export function judge({ type, words, certainty }, { confirmBelow, refuseBelow }) {
  if (type === undefined) return "unknown";
  if (words >= 1) return "carried";
  return certainty < refuseBelow ? "refused" : certainty < confirmBelow ? "asked" : "carried";
}

export class Thresholds {
  #connection;
  #answer = null;

  constructor(connection) {
    this.#connection = connection;
    for (const name of ["#confirm", "#refuse"]) find(name).addEventListener("input", () => this.#draw());
    find("#judged-command").addEventListener("change", () => { this.#reset(); this.#draw(); });
    find("#judged-since").addEventListener("change", () => this.refresh());
  }

  /** Reads the recordings again. */
  async refresh() {
    const days = Number(find("#judged-since").value);
    const since = days < 0 ? 0 : new Date().setHours(0, 0, 0, 0) * 1000 - days * 86_400_000_000;
    this.#answer = await showing(find("#judged-note"), () => this.#connection.ask("judge", { since }));
    if (!this.#answer) return;
    const names = [...new Set(this.#answer.turns.filter(({ type }) => type).map(({ app, type }) => `${app}: ${type}`))].sort();
    find("#judged-command").replaceChildren(new Option(say("allCommands"), ""), ...names.map((name) => new Option(name)));
    this.#reset();
    this.#draw();
  }

  /** The thresholds in use for a command, or for commands without their own. */
  #inUse(name) {
    return this.#answer.thresholds.find(({ app, type }) => `${app}: ${type}` === name) ?? this.#answer.standard;
  }

  #reset() {
    if (!this.#answer) return;
    const { confirmBelow, refuseBelow } = this.#inUse(find("#judged-command").value);
    [find("#confirm").value, find("#refuse").value] = [confirmBelow, refuseBelow];
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
    find("#judged-changes").replaceChildren(...changed.slice(0, mostListed).map(([turn, old, now]) => row([
      new Date(turn.began / 1000).toLocaleTimeString(), make("strong", turn.text), `${turn.app}: ${turn.type}`,
      `${Math.round(turn.certainty * 100)} %`, `${say("judged")[old]} → ${say("judged")[now]}`,
    ])));
    find("#judged-changes").closest("table").hidden = !changed.length;
    find("#judged-note").textContent = this.#answer.hasFolder
      ? `${counted(this.#answer.turns.length, "turnsRead")}, ${counted(changed.length, "judgedAnew")}${this.#answer.unreadable.map((one) => ` · ${one}`).join("")}`
      : say("noFolder");
  }
}
