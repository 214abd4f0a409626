// The menu of what can be said.

import { arrange, button, find, handFocus, make } from "/elements.js";

export class Menu {
  #say;

  /** Creates a menu whose entries are said by a function that takes the text. */
  constructor(choose) {
    this.#say = choose;
    find("#search").addEventListener("input", () => this.#filter());
  }

  /** Shows the commands of a conversation. Entries that stay keep the focus. */
  show(items) {
    const known = new Map([...find("#commands").children].map((entry) => [entry.textContent, entry]));
    const entries = items.filter((item) => item.example).map((item) => {
      const entry = this.#entry(item);
      const kept = known.get(entry.textContent);
      known.delete(entry.textContent);
      return kept ?? entry;
    });
    handFocus(find("#commands"), () => { arrange(find("#commands"), entries); this.#filter(); }, find("#search"));
  }

  #entry({ example, summary, app, type }) {
    const [entry, choice] = [make("li"), button(example, () => this.#say(example))];
    choice.append(make("small", summary ?? `${app}: ${type}`));
    entry.append(choice);
    return entry;
  }

  #filter() {
    const wanted = find("#search").value.toLowerCase();
    for (const entry of find("#commands").children) entry.hidden = !entry.textContent.toLowerCase().includes(wanted);
  }
}
