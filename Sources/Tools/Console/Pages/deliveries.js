// The texts that the console has published, until something of their turn comes back from the bus.

/** The milliseconds after which a text has not arrived: no longer than that, the console lets it be carried out. */
const patience = 21_000;

export class Deliveries {
  #timers = new Map();

  /** Waits for the first message of a turn; calls a function when none comes in time. */
  add(turn, onLost) {
    this.#timers.set(turn, setTimeout(() => {
      this.#timers.delete(turn);
      onLost();
    }, patience));
  }

  /** Takes the turn of a message. */
  take(turn) {
    clearTimeout(this.#timers.get(turn));
    this.#timers.delete(turn);
  }

  /** Waits no more: the page is shown the messages of another conversation. */
  clear() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
