// The text of an app's file with its problems at line and column. What is edited here is checked and tried, not saved.

import { button, find, make, showing } from "/elements.js";
import { counted, say } from "/words.js";

/** The milliseconds without a key after which an edited text is checked. */
const pause = 400;

export class AppFile {
  #connection;
  #timer = 0;
  #checks = 0;
  #file = null;
  /** The text of each file that was opened, as it was read and as it is edited. */
  #texts = new Map();

  constructor(connection) {
    this.#connection = connection;
    find("#app-file").addEventListener("change", (event) => this.#open(event.target.value));
    find("#app-text").addEventListener("input", () => {
      this.#texts.get(this.#file).edited = find("#app-text").value;
      this.#number();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#check(), pause);
    });
    find("#app-text").addEventListener("scroll", (event) => { find("#app-lines").scrollTop = event.target.scrollTop; });
  }

  /** The edited app; null when none is open. */
  get draft() { return this.#file && { file: this.#file, text: find("#app-text").value }; }

  /** Lists the apps, and opens the first one, or checks the one that is open again. */
  async refresh() {
    const files = await showing(find("#app-note"), () => this.#connection.ask("files"));
    if (!files) return;
    find("#app-editor").hidden = !files.apps.length;
    if (!files.apps.length) find("#app-note").textContent = say("noApps");
    find("#app-file").replaceChildren(...files.apps.map((name) => new Option(name, name, false, name === this.#file)));
    if (this.#file !== null) await this.#check(); else if (files.apps.length) await this.#open(files.apps[0]);
  }

  /** Opens a file: one with edits as it was left, another one as it is read now. */
  async #open(file) {
    const kept = this.#texts.get(file);
    if (kept && kept.edited !== kept.read) {
      this.#show(file, kept.edited);
      return this.#check();
    }
    const answer = await this.#newest("app", { file });
    if (answer) {
      this.#texts.set(file, { read: answer.text, edited: answer.text });
      this.#show(file, answer.text);
      this.#list(answer.findings);
    } else if (this.#file !== null) {
      find("#app-file").value = this.#file;
    }
  }

  #show(file, text) {
    this.#file = file;
    find("#app-file").value = file;
    find("#app-text").value = text;
    this.#number();
    this.#mark([]);
  }

  async #check() {
    const answer = await this.#newest("check", this.draft);
    if (answer) this.#list(answer.findings);
    // What held for another text must not stay as if it were known of this one.
    if (answer === null) this.#mark([]);
  }

  /** Asks about a text. Of several questions, the last one counts: an earlier one has the answer undefined, a failed one null. */
  async #newest(name, question) {
    clearTimeout(this.#timer);
    const number = ++this.#checks;
    return showing(find("#app-note"), async () => {
      try {
        const answer = await this.#connection.ask(name, question);
        return number === this.#checks ? answer : undefined;
      } catch (error) {
        if (number === this.#checks) throw error;
      }
    });
  }

  #number() {
    const count = find("#app-text").value.split("\n").length;
    const lines = find("#app-lines");
    if (lines.childElementCount === count) return;
    lines.replaceChildren(...Array.from({ length: count }, (_, index) => make("span", `${index + 1}\n`)));
  }

  #list(findings) {
    const count = (severity) => findings.filter((finding) => finding.severity === severity).length;
    find("#app-note").textContent = `${counted(count("error"), "errors")}, ${counted(count("warning"), "warnings")}`;
    this.#mark(findings);
  }

  /** Lists findings, and marks their lines, in the place of those before. */
  #mark(findings) {
    for (const line of find("#app-lines").children) line.className = "";
    find("#findings").replaceChildren(...findings.map(({ severity, line, column, message }) => {
      if (line) find("#app-lines").children[line - 1]?.classList.add(severity);
      const entry = make("li", "", severity);
      const place = line ? `${line}:${column ?? 1} ` : "";
      entry.append(button(`${place}${say(severity)}: ${message}`, () => this.#go(line ?? 1, column ?? 1)));
      return entry;
    }));
  }

  /** Puts the caret to a line and column, and scrolls there. */
  #go(line, column) {
    const text = find("#app-text");
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    text.focus();
    text.setSelectionRange(start, Math.max(start, start + (lines[line - 1]?.length ?? 0) - column + 1));
    text.scrollTop = (line - 4) * parseFloat(getComputedStyle(text).lineHeight);
  }
}
