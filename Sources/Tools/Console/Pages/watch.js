// The stages, and the turns as waterfalls.

import { meaningOf, wordsOf } from "/conversation.js";
import { say } from "/words.js";

/** The most turns, and the most messages of a turn, that are kept. */
const [mostTurns, mostMessages] = [200, 200];

const find = (selector) => document.querySelector(selector);
const make = (name, text = "", className = "") => Object.assign(document.createElement(name), { textContent: text, className });

export class Watch {
  #connection;
  #stages = new Map();
  #turns = new Map();
  #isPaused = false;
  #leftOut = 0;
  #isDirty = false;

  constructor(connection) {
    this.#connection = connection;
    connection.addEventListener("message", ({ detail }) => this.#take(detail));
    connection.addEventListener("leftOut", ({ detail }) => {
      for (const count of Object.values(detail)) this.#leftOut += count;
      this.#changed();
    });
    find("#pause").addEventListener("click", () => {
      this.#isPaused = !this.#isPaused;
      find("#pause").setAttribute("aria-pressed", this.#isPaused);
      this.refresh();
    });
    find("#clear").addEventListener("click", () => { this.#turns.clear(); this.#leftOut = 0; this.refresh(); });
    find("#pattern").addEventListener("input", () => this.refresh());
    find("#filter").addEventListener("submit", (event) => event.preventDefault());
  }

  show(isShown) { this.#connection.keep("watch", { watch: isShown ? {} : null }); this.refresh(); }

  /** Draws everything anew. */
  refresh() {
    find("#pause").textContent = say(this.#isPaused ? "resume" : "pause");
    this.#isDirty = true;
    this.#draw(true);
  }

  #take(message) {
    const { header } = message;
    if (header.kind === "stage.status") this.#status(message);
    else if (header.turn && !this.#isPaused) this.#add(message);
    this.#changed();
  }

  #status({ header, body, stamp }) {
    const name = `${body.role}/${body.instance}`;
    const stage = this.#stages.get(name) ?? { restarts: 0 };
    const total = body.counters.received + body.counters.published;
    const at = stamp?.at ?? header.at;
    // The broker publishes the loss of a stage, so only the stage's own statuses tell about its runs.
    if (header.source === name) {
      if (stage.run !== undefined && stage.run !== header.run) stage.restarts++;
      if (stage.run === header.run && at > stage.at) stage.rate = (total - stage.total) / ((at - stage.at) / 1e6);
      Object.assign(stage, { run: header.run, total, at });
    }
    stage.status = body;
    this.#stages.set(name, stage);
    if (this.#stages.size > 1000) this.#stages.delete(this.#stages.keys().next().value);
  }

  #add(message) {
    const { header, body } = message;
    const turn = this.#turns.get(header.turn) ?? { messages: [], words: "", session: header.session, start: Infinity };
    if (turn.messages.length < mostMessages) turn.messages.push(message);
    turn.start = Math.min(turn.start, header.at);
    switch (header.kind) {
      case "speech.transcript": turn.words = body.text; break;
      case "speech.partial": turn.words ||= body.text; break;
      case "speech.intent": if (body.hypotheses?.[0]) turn.meaning = meaningOf(body.hypotheses[0]); break;
      case "audio.sequence": turn.said = wordsOf(body.events) || turn.said; break;
      case "turn.ended": [turn.outcome, turn.reason] = [body.outcome, body.reason]; break;
    }
    turn.version = (turn.version ?? 0) + 1;
    this.#turns.set(header.turn, turn);
    if (this.#turns.size > mostTurns) this.#turns.delete(this.#turns.keys().next().value);
  }

  /** Draws at most four times a second. */
  #changed() {
    if (this.#isDirty) return;
    this.#isDirty = true;
    setTimeout(() => this.#draw(false), 250);
  }

  #draw(isAnew) {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    if (find("#watch").hidden) return;
    this.#drawStages();
    this.#drawTurns(isAnew);
    find("#left-out").textContent = this.#leftOut ? `${this.#leftOut.toLocaleString()} ${say("leftOut")}` : "";
  }

  #drawStages() {
    const rows = [...this.#stages].sort(([one], [other]) => one < other ? -1 : 1).map(([name, stage]) => {
      const { status } = stage;
      const isGone = ["stopped", "failed", "lost"].includes(status.state);
      const row = make("tr", "", isGone ? "gone" : "");
      const number = (value) => make("td", value ?? "", "number");
      row.append(
        make("td", name + (status.session ? ` (${status.session})` : "")),
        make("td", status.state, isGone ? "bad" : status.state === "ready" ? "good" : ""),
        number(isGone ? "" : (stage.rate ?? 0).toFixed(1)),
        number(status.counters.lost + status.counters.dropped), number(status.queued),
        number(status.memoryBytes ? `${Math.round(status.memoryBytes / 1e6)} MB` : ""), number(stage.restarts),
        make("td", status.problem ?? "", "bad"));
      return row;
    });
    find("#stages").replaceChildren(...rows);
  }

  #drawTurns(isAnew) {
    const list = find("#turns");
    const wanted = find("#pattern").value.toLowerCase();
    const shown = [...this.#turns].reverse().filter(([, turn]) => !wanted
      || `${turn.words} ${turn.session} ${turn.meaning} ${turn.outcome}`.toLowerCase().includes(wanted)
      || turn.messages.some(({ header }) => header.kind.includes(wanted)));
    const before = new Map([...list.children].map((item) => [item.dataset.turn, item]));
    list.replaceChildren(...shown.map(([id, turn]) => {
      const item = before.get(id) ?? make("li");
      if (isAnew || item.dataset.version !== `${turn.version}`) this.#fill(item, id, turn);
      return item;
    }));
  }

  #fill(item, id, turn) {
    const wasOpen = item.querySelector("details")?.open ?? false;
    Object.assign(item.dataset, { turn: id, version: turn.version });
    const [details, summary] = [make("details"), make("summary")];
    const end = Math.max(...turn.messages.map(({ header }) => header.at));
    const outcome = turn.outcome ? (say("outcomes")[turn.outcome] ?? turn.outcome) : say("running");
    summary.append(
      make("span", new Date(turn.start / 1000).toLocaleTimeString(), "quiet"), make("span", turn.session, "quiet"),
      make("span", turn.words || "–", "words"), make("span", turn.meaning ?? ""),
      make("span", outcome, turn.outcome === "handled" ? "good" : "bad"),
      make("span", `${((end - turn.start) / 1000).toFixed(0)} ms`, "quiet"));
    details.append(summary);
    details.open = wasOpen;
    if (wasOpen) details.append(this.#fall(turn, end));
    details.addEventListener("toggle", () => {
      if (details.open && !details.querySelector(".fall")) details.append(this.#fall(turn, end));
    });
    if (turn.reason) details.append(make("p", turn.reason, "bad"));
    item.replaceChildren(details);
  }

  /** Returns the messages of a turn, each as a bar from the message that it answers to itself. */
  #fall(turn, end) {
    const list = make("ol", "", "fall");
    const times = new Map(turn.messages.map(({ header }) => [header.id, header.at]));
    const length = Math.max(1, end - turn.start);
    for (const message of turn.messages) {
      const { header } = message;
      const [item, details, summary, lane, bar] = ["li", "details", "summary", "span", "i"].map((name) => make(name));
      const causes = (header.causes ?? []).map((id) => times.get(id)).filter((at) => at !== undefined);
      const from = Math.min(header.at, ...(causes.length ? causes : [header.at]));
      lane.className = "lane";
      bar.style.setProperty("--from", (from - turn.start) / length);
      bar.style.setProperty("--length", (header.at - from) / length);
      lane.append(bar);
      summary.append(make("span", header.kind), lane, make("span", `+${((header.at - turn.start) / 1000).toFixed(1)} ms`));
      summary.title = header.source;
      details.append(summary);
      details.addEventListener("toggle", () => {
        if (details.childElementCount === 1) details.append(make("pre", JSON.stringify(message, null, 2)));
      });
      item.append(details);
      list.append(item);
    }
    return list;
  }
}
