// The stages: state, rates, losses, memory, restarts, and their problem in words.

import { find, make } from "/elements.js";

export class Stages {
  #stages = new Map();

  /** The newest statuses, by role/instance. */
  get statuses() { return [...this.#stages].map(([name, { status }]) => ({ name, status })); }

  /** Takes a stage.status. */
  take({ header, body, stamp }) {
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

  draw() {
    const number = (value) => make("td", `${value ?? ""}`, "number");
    find("#stages").replaceChildren(...[...this.#stages].sort(([one], [other]) => one < other ? -1 : 1).map(([name, stage]) => {
      const { status } = stage;
      const isGone = ["stopped", "failed", "lost"].includes(status.state);
      const row = make("tr", "", isGone ? "gone" : "");
      row.dataset.stage = name;
      row.append(
        make("td", name + (status.session ? ` (${status.session})` : "")),
        make("td", status.state, isGone ? "bad" : status.state === "ready" ? "good" : ""),
        number(isGone ? "" : (stage.rate ?? 0).toFixed(1)),
        number(status.counters.lost + status.counters.dropped), number(status.queued),
        number(status.memoryBytes ? `${Math.round(status.memoryBytes / 1e6)} MB` : ""), number(stage.restarts),
        make("td", status.problem ?? "", "bad"));
      return row;
    }));
  }
}
