// The conversation as bubbles: heard, understood, asked, said, and how it ended.

import { say } from "/words.js";

/** The most bubbles that are kept. */
const most = 200;
/** The pixels from the end of the list within which new bubbles are followed. */
const nearEnd = 40;

/** The entities of XML, by their names. */
const entities = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** Returns the words of the events of an audio.sequence, without the tags of SSML. */
export function wordsOf(events) {
  return (events ?? []).map((event) => {
    if (event.type === "composite") return wordsOf(event.events);
    if (event.type !== "speech") return "";
    const words = event.format === "ssml" ? plain(event.text) : event.text;
    return words.replace(/\s+/g, " ").trim();
  }).filter(Boolean).join(" ");
}

/** Returns the text between the tags; a "<" that begins no tag is part of it. */
const plain = (ssml) => ssml.replace(/<[\p{L}/!?][^>]*>?/gu, " ").replace(/&(\w+);/g, (text, name) => Object.hasOwn(entities, name) ? entities[name] : text);

/** Returns an intent's best hypothesis in words: command, parameters, confidence. */
export function meaningOf(hypothesis) {
  const values = Object.entries(hypothesis.parameters ?? {}).map(([name, value]) => `${name}: ${valueOf(value)}`);
  return [hypothesis.type, ...values, `${Math.round(hypothesis.confidence * 100)} %`].join(" · ");
}

function valueOf(parameter) {
  if (parameter === null || typeof parameter !== "object") return `${parameter}`;
  return `${parameter.text ?? parameter.value ?? JSON.stringify(parameter)}`;
}

/** The letters and digits of a word, by which the synthesizer's words are found in the text. */
const lettersOf = (word) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The words of a bubble, of which the one that is being said is lit. */
class SpokenWords {
  #words;
  #next = 0;

  constructor(bubble) {
    const words = bubble.textContent.split(" ").map((text) => Object.assign(document.createElement("span"), { textContent: text }));
    bubble.replaceChildren(...words.flatMap((word, index) => index ? [" ", word] : [word]));
    this.#words = words;
  }

  /** Lights the next word with these letters: synthesizers say some words in parts, and numbers in several words. */
  light(text) {
    const letters = lettersOf(text);
    const found = this.#words.findIndex((word, index) => index >= this.#next && lettersOf(word.textContent) === letters);
    const index = found >= 0 ? found : Math.min(this.#next, this.#words.length - 1);
    this.dim();
    this.#words[index]?.classList.add("lit");
    if (found >= 0) this.#next = found + 1;
  }

  dim() { for (const word of this.#words) word.classList.remove("lit"); }
}

export class Conversation {
  #list = document.querySelector("#bubbles");
  #empty = document.querySelector("#empty");
  #partial = document.querySelector("#partial");
  #turns = new Map();
  /** The ids of the newest messages: a tracked one comes again until somebody takes it. */
  #known = new Set();
  /** The bubbles of what is said, by the ids of their sequences, whose words are lit as they are said. */
  #spoken = new Map();
  /** Whether the end of the list is shown, also when it grows: not while somebody reads above. */
  #isFollowed = true;
  #top = 0;
  session = null;

  constructor() {
    this.#list.addEventListener("scroll", () => this.#scrolled());
    // A question below takes room from the list.
    new ResizeObserver(() => { if (this.#isFollowed) this.#showEnd(); }).observe(this.#list);
  }

  clear() {
    this.#list.replaceChildren();
    this.#turns.clear();
    this.#spoken.clear();
    this.#partial.textContent = "";
    this.#empty.hidden = false;
    [this.#isFollowed, this.#top] = [true, 0];
  }

  /** Tells how something went that the user of this page has just done. */
  tell(text, isBad = false) {
    this.#note(text, isBad);
    this.#showEnd();
  }

  #note(text, isBad) { return this.#add(isBad ? "note failed" : "note", text); }

  /** Tells that messages may be missing here, unless nothing is shown or that was told last. */
  markGap() {
    const last = this.#list.lastElementChild;
    if (last && last.dataset.gap === undefined) this.#note(say("gap")).dataset.gap = "";
  }

  /** Takes a message of the bus; those of other sessions are ignored. */
  take({ header, body }) {
    if (header.session !== this.session || this.#known.has(header.id)) return;
    this.#known.add(header.id);
    if (this.#known.size > most) this.#known.delete(this.#known.values().next().value);
    const turn = this.#turn(header.turn);
    switch (header.kind) {
      case "speech.partial": this.#partial.textContent = body.text; break;
      case "speech.started": this.#partial.textContent = say("listening"); break;
      case "speech.ended": break;
      case "speech.transcript":
        this.#partial.textContent = "";
        if (body.text) turn.heard = this.#add("heard", body.text);
        break;
      case "speech.intent":
        if (body.hypotheses?.[0] && turn.heard) {
          turn.meaning ??= turn.heard.appendChild(document.createElement("small"));
          turn.meaning.textContent = meaningOf(body.hypotheses[0]);
        }
        break;
      case "audio.sequence": {
        const words = wordsOf(body.events);
        if (words) {
          const bubble = this.#add("said", words);
          // Empty, it is not that of the page.
          bubble.lang = body.language ?? "";
          this.#spoken.set(header.id, new SpokenWords(bubble));
        }
        if (this.#spoken.size > most) this.#spoken.delete(this.#spoken.keys().next().value);
        break;
      }
      case "audio.playback":
        if (body.state === "word") this.#spoken.get(body.sequence)?.light(body.text);
        else if (body.item === undefined && ["finished", "interrupted", "skipped"].includes(body.state)) this.#spoken.get(body.sequence)?.dim();
        break;
      case "card.shown": this.#card(body); break;
      case "turn.ended":
        this.#partial.textContent = "";
        if (body.outcome !== "handled") {
          const reason = body.reason ? `: ${body.reason}` : "";
          this.#note(`${say("outcomes")[body.outcome] ?? body.outcome}${reason}`, body.outcome === "failed" || body.outcome === "expired");
        } else if (body.command && turn.heard && !turn.meaning) {
          turn.heard.appendChild(document.createElement("small")).textContent = body.command;
        }
        this.#turns.delete(header.turn);
        break;
    }
    // Bubbles grow by their meaning, or by what a card shows.
    if (this.#isFollowed) this.#showEnd();
  }

  #turn(id) {
    const turn = this.#turns.get(id) ?? {};
    this.#turns.set(id, turn);
    if (this.#turns.size > most) this.#turns.delete(this.#turns.keys().next().value);
    return turn;
  }

  #card(card) {
    const bubble = this.#add("card", "");
    if (card.title) bubble.appendChild(document.createElement("strong")).textContent = card.title;
    // Pictures are on other servers, which this page does not ask.
    bubble.append(card.text ?? card.json ?? card.type);
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#list;
    const isNear = scrollHeight - scrollTop - clientHeight <= nearEnd;
    // A list that has grown or shrunk is farther from its end, and nobody has scrolled up.
    if (isNear || scrollTop < this.#top) this.#isFollowed = isNear;
    this.#top = scrollTop;
  }

  #showEnd() {
    this.#list.scrollTop = this.#list.scrollHeight;
    [this.#isFollowed, this.#top] = [true, this.#list.scrollTop];
  }

  /** Dims the words that were being said. */
  silence() { for (const spoken of this.#spoken.values()) spoken.dim(); }

  #add(kind, text) {
    this.#empty.hidden = true;
    const bubble = document.createElement("li");
    bubble.className = kind;
    // For those who do not see on which side it stands.
    const speaker = say("speakers")[kind];
    if (speaker) bubble.dataset.speaker = speaker;
    bubble.textContent = text;
    this.#list.append(bubble);
    while (this.#list.childElementCount > most) this.#list.firstElementChild.remove();
    // Who has spoken wants to see the answer.
    if (this.#isFollowed || kind === "heard") this.#showEnd();
    return bubble;
  }
}
