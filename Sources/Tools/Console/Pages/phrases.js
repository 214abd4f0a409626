// Texts tried with the patterns: what they mean, or why they did not match.

import { meaningOf } from "/conversation.js";
import { find, make, showing } from "/elements.js";
import { counted, say } from "/words.js";

/** The most characters of a pattern: those of answers to questions are longer than all else. */
const maximumPatternLength = 120;

export class Phrases {
  #connection;
  #session;
  #draft;

  /**
   * Creates the part of the view.
   * @param session returns the conversation in which texts are tried
   * @param draft returns the edited app, {file, text}; null when none is edited
   */
  constructor(connection, session, draft) {
    [this.#connection, this.#session, this.#draft] = [connection, session, draft];
    find("#try-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = find("#try-text").value.trim();
      if (text) this.tryTexts([{ text }]);
    });
  }

  /** Tries texts in a conversation, each with the confidence and the engine of a recognizer, if it comes from one. */
  async tryTexts(alternatives, session = this.#session(), title = "") {
    const draft = find("#try-draft").checked ? this.#draft() : null;
    const question = { texts: alternatives.map(({ text }) => text), session, ...draft };
    const answer = await showing(find("#try-note"), () => this.#connection.ask("phrases", question));
    if (!answer) return find("#tried").replaceChildren();
    find("#try-note").textContent = `${answer.apps.join(", ")}: ${counted(answer.patterns, "patterns")}`;
    const heading = title ? [make("h3", title)] : [];
    find("#tried").replaceChildren(...heading, ...answer.texts.map((tried, index) => this.#tried(tried, alternatives[index])));
  }

  /** Tries what the recognizers heard in a turn, in the conversation of the turn. */
  tryTurn({ transcript, session }) {
    const { text, confidence, engine, alternatives } = transcript;
    this.tryTexts([{ text, confidence, engine }, ...alternatives ?? []].filter(({ text }) => text).slice(0, 20), session, `${say("alternatives")} · ${session}`);
  }

  #tried({ text, hypotheses, nearest }, { confidence, engine }) {
    const section = make("section", "", "tried");
    const heading = make("h4", text);
    if (confidence !== undefined) heading.append(make("small", ` ${engine ?? ""} ${Math.round(confidence * 100)} %`));
    section.append(heading);
    for (const hypothesis of hypotheses) {
      const line = make("p", "", "good");
      line.append(`${hypothesis.app}: ${meaningOf(hypothesis)} `, make("code", hypothesis.matcher ?? ""));
      section.append(line);
    }
    if (!hypotheses.length) section.append(make("p", say("matchesNothing"), "bad"));
    if (!nearest.length) {
      if (!hypotheses.length) section.append(make("p", say("noneNear"), "quiet"));
      return section;
    }
    const details = make("details");
    details.open = !hypotheses.length;
    details.append(make("summary", say(hypotheses.length ? "nearestOthers" : "whyNot")), ...nearest.map(near));
    section.append(details);
    return section;
  }
}

/** Shows a pattern that nearly matches: what was said and is not in it struck out, what is missing underlined. */
function near({ app, type, pattern, parts, reason }) {
  const entry = make("div", "", "near");
  const line = make("p");
  for (const { kind, said, wanted } of parts) {
    if (["extra", "replaced", "wrongValue"].includes(kind)) line.append(make("del", said), " ");
    if (["missing", "missingValue", "replaced", "wrongValue"].includes(kind)) line.append(make("ins", wanted), " ");
    if (kind === "matched") line.append(`${said} `);
    if (kind === "value") line.append(Object.assign(make("mark", said), { title: wanted }), " ");
  }
  const name = make("p");
  const shown = pattern.length > maximumPatternLength ? `${pattern.slice(0, maximumPatternLength)}…` : pattern;
  name.append(make("strong", `${app}: ${type} `), Object.assign(make("code", shown), { title: pattern }));
  entry.append(name, line, make("p", reason, "quiet"));
  return entry;
}
