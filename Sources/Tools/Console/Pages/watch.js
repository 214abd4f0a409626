// The bus: its stages, its graph, the turns as they pass, and what is recorded.

import { find } from "/elements.js";
import { drawGraph, signatureOf } from "/graph.js";
import { Recordings } from "/recordings.js";
import { Stages } from "/stages.js";
import { LiveTurns } from "/turns.js";
import { counted, say } from "/words.js";

export class Watch {
  #connection;
  #stages = new Stages();
  #turns;
  #recordings;
  #isPaused = false;
  #leftOut = 0;
  #isDirty = false;
  #drawnGraph = "";

  /** Creates the view. Turns whose alternatives are to be tried are passed on. */
  constructor(connection, onTry) {
    this.#connection = connection;
    this.#turns = new LiveTurns((name, question) => connection.ask(name, question), onTry);
    this.#recordings = new Recordings(connection, onTry);
    connection.addEventListener("message", ({ detail }) => this.#take(detail));
    for (const [event, connected] of [["bus", (detail) => detail.isConnected], ["close", () => false], ["open", () => true]]) {
      connection.addEventListener(event, ({ detail }) => { this.#stages.isConnected = connected(detail); this.#changed(); });
    }
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
    find("#graph-shown").addEventListener("toggle", () => this.refresh());
  }

  show(isShown) { this.#connection.keep("watch", { watch: isShown ? {} : null }); this.refresh(); }

  /** Draws everything anew. */
  refresh() {
    find("#pause").textContent = say(this.#isPaused ? "resume" : "pause");
    this.#isDirty = true;
    this.#drawnGraph = "";
    this.#draw(true);
  }

  #take(message) {
    if (message.header.kind === "stage.status") this.#stages.take(message);
    else if (message.header.turn) this.#turns.take(message);
    this.#changed();
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
    this.#stages.draw();
    // While it is paused, turns are taken, and only what the reader does draws them.
    if (isAnew || !this.#isPaused) this.#turns.draw(isAnew);
    if (find("#graph-shown").open) this.#drawGraph();
    find("#left-out").textContent = this.#leftOut ? counted(this.#leftOut, "leftOut") : "";
  }

  #drawGraph() {
    const statuses = this.#stages.statuses;
    const signature = signatureOf(statuses);
    if (signature === this.#drawnGraph) return;
    this.#drawnGraph = signature;
    drawGraph(statuses);
  }
}
