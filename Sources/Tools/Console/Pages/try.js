// Trying: phrases and the alternatives of a turn, an app's file, and thresholds.

import { AppFile } from "/appfile.js";
import { find } from "/elements.js";
import { Phrases } from "/phrases.js";
import { Thresholds } from "/thresholds.js";

export class Try {
  #appFile;
  #phrases;
  #thresholds;
  #isRead = false;

  /** Creates the view; texts are tried in the conversation that `session` returns. */
  constructor(connection, session) {
    this.#appFile = new AppFile(connection);
    this.#phrases = new Phrases(connection, session, () => this.#appFile.draft);
    this.#thresholds = new Thresholds(connection);
    connection.addEventListener("open", () => { if (this.#isRead) this.refresh(); else this.show(!find("#try").hidden); });
  }

  /** Reads the files when the view is shown for the first time, and the recordings, which grow, each time. */
  show(isShown) {
    if (!isShown) return;
    if (this.#isRead) return this.#thresholds.refresh();
    this.#isRead = true;
    this.refresh();
  }

  tryTurn(turn) { this.#phrases.tryTurn(turn); }

  /** Reads the files again, which the page may have been told in another language. */
  refresh() {
    if (!this.#isRead) return;
    this.#appFile.refresh();
    this.#thresholds.refresh();
  }
}
