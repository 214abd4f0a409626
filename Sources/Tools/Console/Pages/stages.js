// The stages: state, rates, losses, memory, restarts, and their problem in words.

import { arrange, find, make, write } from "/elements.js";
import { say } from "/words.js";

const isOver = (status) => ["stopped", "failed", "lost"].includes(status.state);

/** The rows of a stage in the table: its figures, and below them its problem, if it has one. */
class Rows {
  #figures = make("tr");
  #problem = make("tr", "", "problem");

  constructor(name) {
    this.#figures.dataset.stage = name;
    this.#figures.append(...Array.from({ length: 7 }, () => make("td")));
    this.#problem.append(Object.assign(make("td"), { colSpan: 7 }));
  }

  /** Shows a status, and returns the rows. Without a connection to the bus, the state is known no more. */
  show(name, { status, rate, restarts }, isConnected) {
    const isGone = isOver(status);
    const [title, place, ...cells] = this.#figures.children;
    // The stages of a page have its session in their name.
    const session = status.session && !name.includes(status.session) ? ` (${status.session})` : "";
    const state = isConnected || isGone ? status.state : "unknown";
    const color = isGone ? "bad" : state === "ready" ? "good" : "";
    this.#figures.className = isGone ? "gone" : "";
    write(title, name + session);
    write(place, say("states")[state] ?? state, color);
    const memory = status.memoryBytes ? `${Math.round(status.memoryBytes / 1e6)} MB` : "";
    const values = {
      rate: isGone || !isConnected ? "" : (rate ?? 0).toFixed(1), lostMessages: status.counters.lost + status.counters.dropped,
      queued: status.queued, memory: isGone ? "" : memory, restarts,
    };
    Object.entries(values).forEach(([key, value], index) => {
      write(cells[index], `${value ?? ""}`, "number");
      cells[index].dataset.label = say(key);
    });
    if (!status.problem) return [this.#figures];
    write(this.#problem.firstChild, `${say("problem")}: ${status.problem}`, "bad");
    return [this.#figures, this.#problem];
  }
}

export class Stages {
  #stages = new Map();
  /** Whether the console is connected to the bus, so that the statuses are those of now. */
  isConnected = true;

  /** The newest statuses, by role/instance. */
  get statuses() { return [...this.#stages].map(([name, { status }]) => ({ name, status })); }

  /** Takes a stage.status. */
  take({ header, body, stamp }) {
    const name = `${body.role}/${body.instance}`;
    // A page that was closed is nothing to watch.
    if (body.state === "stopped" && body.instance.startsWith("console-page-")) return this.#stages.delete(name);
    const stage = this.#stages.get(name) ?? { restarts: 0, rows: new Rows(name) };
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

  draw() {
    const stages = [...this.#stages].sort(([one], [other]) => one < other ? -1 : 1);
    arrange(find("#stages"), stages.flatMap(([name, stage]) => stage.rows.show(name, stage, this.isConnected)));
  }
}
