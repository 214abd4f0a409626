// Talking: the button, the field, and the conversation that is shown.

import { Conversation } from "/conversation.js";
import { Deliveries } from "/deliveries.js";
import { find } from "/elements.js";
import { Loudspeaker } from "/loudspeaker.js";
import { Menu } from "/menu.js";
import { Microphone, level } from "/microphone.js";
import { bindPresses } from "/presses.js";
import { Question } from "/questions.js";
import { counted, say } from "/words.js";

/** The milliseconds from which a press is a hold; a shorter one is a tap, and the pause after the words ends the turn. */
const tapTime = 350;
/** The milliseconds for which the microphone waits for speech after a tap, and at least after a question. */
const speechTime = 8_000;
/** The milliseconds for which the microphone stays open beyond the time of a question, whose end nobody tells. */
const spareTime = 4_000;
/** The milliseconds within which the listening stage tells that somebody has begun to speak. */
const beginTime = 400;
/** The milliseconds for which the page waits for its own stages to be ready. */
const stageTime = 5_000;
/** The most chunks of 20 ms that wait until the listening stage is ready. */
const maximumChunks = 400;

export class Talk {
  #connection;
  #conversation = new Conversation();
  #deliveries = new Deliveries();
  #microphone = new Microphone();
  #loudspeaker = new Loudspeaker();
  #own = null;
  #session = null;
  #question = new Question((text, onLost) => this.#say(text, onLost));
  #menu = new Menu((text) => this.#say(text));
  #sessions = new Set();
  /** The roles of this browser's own stages that are ready. */
  #ready = new Set();
  /** Whether the console has ended or refused this browser's own stages since they were wanted last. */
  #isRefused = false;
  /** Resolves when the texts typed until now may be published. */
  #typed = Promise.resolve();
  /**
   * What the button does: nothing, "pressed" until it is known whether it is held, "held" until it is "released", or
   * "tapped" until somebody is "speaking".
   */
  #state = "idle";
  #pressed = 0;
  #waiting = [];
  #isSending = false;
  #sample = 0;
  #lost = 0;
  #request = null;
  #timer = 0;

  constructor(connection) {
    this.#connection = connection;
    connection.addEventListener("hello", ({ detail }) => this.#greet(detail));
    connection.addEventListener("message", ({ detail }) => this.#take(detail));
    connection.addEventListener("menu", ({ detail }) => { if (detail.session === this.#session) this.#menu.show(detail.items); });
    connection.addEventListener("talk", ({ detail }) => this.#talks(detail));
    connection.addEventListener("sound", ({ detail }) => this.#loudspeaker.take(detail.header, detail.samples));
    connection.addEventListener("refused", ({ detail }) => { if (detail.number === undefined) this.#conversation.tell(detail.reason, true); });
    // A question may have been answered meanwhile; the console sends the one that is open after "conversation".
    connection.addEventListener("open", () => { this.#question.hide(); this.#conversation.markGap(); });
    connection.addEventListener("close", () => {
      this.#ready.clear();
      if (this.#state !== "idle") this.#conversation.tell(say("cutOff"), true);
      this.#end();
      // Nothing will tell any more when it has ended.
      this.#loudspeaker.silence();
      this.#conversation.silence();
      find("#stop").hidden = true;
    });
    this.#loudspeaker.onReport = (playback) => connection.send({ played: playback });
    this.#loudspeaker.onSilenced = () => this.#conversation.tell(say("silenced"), true);
    this.#loudspeaker.onSounding = (sounds) => { find("#stop").hidden = !sounds; };
    this.#microphone.onChunk = (chunk) => this.#hear(chunk);
    this.#microphone.onTaken = () => { this.#conversation.tell(say("taken"), true); this.#end("off"); };
    this.#bind();
  }

  /** Shows the words of the page in the chosen language. */
  refresh() {
    this.#listSessions();
    const hint = matchMedia("(pointer: coarse)").matches ? "hintTouch" : "hint";
    find("#hint").textContent = say(this.#isHere ? hint : "hintElsewhere");
  }

  /** The conversation that is shown. */
  get session() { return this.#session ?? "default"; }

  get #isHere() { return this.#session === this.#own; }

  // Input

  #bind() {
    bindPresses(() => this.#press(), () => this.#release());
    find("#bar").addEventListener("submit", (event) => { event.preventDefault(); this.#submit(find("#text")); });
    find("#stop").addEventListener("click", () => {
      // On a slow network, much of the sound is on its way already.
      if (this.#isHere) this.#loudspeaker.silence();
      this.#publish("audio.control", { action: "stop" });
    });
    find("#conversation").addEventListener("change", (event) => this.#choose(event.target.value));
  }

  /** Says what was typed. It stays in its field while there is no connection, or comes back there when it is not taken. */
  async #submit(field) {
    const text = field.value;
    if (this.#connection.isOpen || !text.trim()) field.value = "";
    const restore = () => { field.value ||= text; };
    if (text.trim() && !await this.#say(text, restore)) restore();
  }

  /**
   * Says a text instead of speaking it; resolves with null when it is not published. A function is called when it is
   * published, and does not arrive.
   */
  async #say(text, onLost = () => {}) {
    // Also if another conversation is chosen meanwhile.
    const session = this.#session;
    if (this.#isHere && this.#connection.isOpen) {
      // The answer to a typed text sounds here as well, once this page has been allowed to make sound. Without its audio
      // stage it would sound in the room. Texts wait for those before them, to keep their order.
      this.#begin();
      this.#typed = this.#typed.then(() => this.#stage("audio"));
      await this.#typed;
    }
    const published = await this.#publish("speech.transcript", { text, confidence: 1, engine: "text" }, session);
    // Of another conversation, nothing comes back to this page.
    if (published && session === this.#session) this.#deliveries.add(published.turn, () => {
      this.#conversation.tell(`${say("undelivered")} ${text}`, true);
      onLost();
    });
    return published;
  }

  async #publish(kind, body, session = this.#session) {
    try {
      return await this.#connection.publish(kind, session, body);
    } catch (error) {
      this.#conversation.tell(error.message, true);
      return null;
    }
  }

  /** Starts this browser's listening stage and audio stage, once. */
  #begin() {
    this.#loudspeaker.unlock();
    this.#isRefused = false;
    this.#connection.keep("talk", { talk: true });
  }

  // The button

  async #press() {
    if (this.#state !== "idle") return this.#end("off");
    if (!this.#connection.isOpen) return this.#conversation.tell(say("closed"), true);
    this.#state = "pressed";
    const pressed = this.#pressed = performance.now();
    find("#microphone").setAttribute("aria-pressed", "true");
    if (this.#isHere && !await this.#open(pressed)) return;
    const isHeld = () => this.#state === "pressed" && this.#pressed === pressed;
    setTimeout(() => { if (isHeld()) this.#ask("held", "hold"); }, Math.max(0, tapTime - (performance.now() - pressed)));
  }

  /** Opens this browser's microphone for a press; resolves with whether that is still the newest one. */
  async #open(pressed) {
    [this.#waiting, this.#isSending, this.#request] = [[], false, null];
    this.#begin();
    find("#partial").textContent = say("opening");
    try {
      await this.#microphone.start();
    } catch (error) {
      // The newest press of those that waited for the same microphone tells.
      if (pressed !== this.#pressed) return false;
      const unloaded = this.#connection.isOpen ? "unloaded" : "closed";
      const key = { insecure: "insecure", unloaded }[error.message];
      this.#conversation.tell(key ? say(key) : say("denied") + error.message, true);
      this.#end();
      return false;
    }
    if (pressed !== this.#pressed) return false;
    if (this.#state !== "idle") find("#partial").textContent = say("listening");
    return true;
  }

  #release() {
    if (this.#state === "pressed") {
      this.#ask("tapped", "push-to-talk", { noSpeechTimeoutMs: speechTime });
    } else if (this.#state === "held") {
      // The stage ends the turn, and with speech.ended the microphone goes off.
      this.#state = "released";
      this.#publish("listen.request", { mode: "release" });
      this.#startTimer(2_000);
    }
  }

  /** Asks the listening stage for a turn, as soon as there is one. */
  async #ask(state, mode, more = {}) {
    this.#state = state;
    const pressed = this.#pressed;
    if (this.#isHere) {
      const isReady = await this.#listener();
      // The press may have ended meanwhile, such as without a microphone.
      if (this.#state === "idle" || this.#pressed !== pressed) return;
      if (!isReady) return this.#end();
    }
    const published = await this.#publish("listen.request", { mode, ...more });
    if (!published) return this.#end();
    this.#request = published.id;
    // In case that the stage's receipt was lost.
    setTimeout(() => { if (this.#request === published.id) this.#flush(); }, 500);
    if (mode === "push-to-talk") this.#startTimer(speechTime + 1_000, () => this.#conversation.tell(say("nothing")));
    if (this.#state === "released") this.#publish("listen.request", { mode: "release" });
  }

  /** Waits until this browser's listening stage is ready. */
  async #listener() {
    const isReady = await this.#stage("listen");
    // A refusal has been told with its reason.
    if (!isReady && !this.#isRefused) this.#conversation.tell(say("closed"), true);
    return isReady;
  }

  /** Waits until this browser's stage with a role is ready, or will not be; returns whether it is. */
  async #stage(role) {
    const limit = performance.now() + stageTime;
    const isAwaited = () => !this.#ready.has(role) && !this.#isRefused && this.#connection.isOpen && performance.now() < limit;
    while (isAwaited()) await new Promise((done) => setTimeout(done, 50));
    return this.#ready.has(role);
  }

  #startTimer(time, action = () => {}) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { action(); this.#end(); }, time);
  }

  /** Ends the use of the microphone; with a mode, tells the listening stage. */
  #end(mode) {
    if (this.#state === "idle") return;
    this.#state = "idle";
    clearTimeout(this.#timer);
    find("#microphone").setAttribute("aria-pressed", "false");
    find("#microphone").style.setProperty("--level", 0);
    if (find("#partial").textContent !== "") find("#partial").textContent = "";
    this.#microphone.stop();
    if (mode) this.#publish("listen.request", { mode });
    if (this.#isSending) this.#connection.sendSound(this.#sample, new Int16Array(0), true);
    this.#isSending = false;
    if (this.#lost > 0) this.#conversation.tell(counted(this.#lost, "lost"), true);
    this.#lost = 0;
  }

  #hear(chunk) {
    find("#microphone").style.setProperty("--level", level(chunk).toFixed(3));
    if (this.#isSending) return this.#sendChunk(chunk);
    this.#waiting.push(chunk);
    if (this.#waiting.length > maximumChunks) this.#waiting.shift();
  }

  #sendChunk(chunk) {
    // What is lost counts, so that the console knows how much is missing.
    if (!this.#connection.sendSound(this.#sample, chunk)) this.#lost += chunk.length;
    this.#sample += chunk.length;
  }

  /** The listening stage has the request: what was spoken since the button was pressed follows. */
  #flush() {
    if (this.#isSending || this.#state === "idle") return;
    this.#isSending = true;
    for (const chunk of this.#waiting) this.#sendChunk(chunk);
    this.#waiting = [];
  }

  // Messages

  #greet({ session, yes, no }) {
    this.#question.replies = { yes: yes ?? "yes", no: no ?? "no" };
    if (this.#own !== session) {
      this.#own = session;
      this.#choose(session);
    }
    this.refresh();
  }

  #talks({ on, reason }) {
    if (!on) [this.#ready, this.#isRefused] = [new Set(), true];
    if (reason) this.#conversation.tell(reason, true);
  }

  #take(message) {
    const { header, body } = message;
    if (header.kind === "stage.status") return this.#status(body);
    if (!this.#sessions.has(header.session) && this.#sessions.size < 200 && /^(speech|turn|listen)\./.test(header.kind)) {
      this.#sessions.add(header.session);
      this.#listSessions();
    }
    if (header.session !== this.#session) return;
    this.#deliveries.take(header.turn);
    this.#conversation.take(message);
    switch (header.kind) {
      case "receipt": if (header.causes?.includes(this.#request)) this.#flush(); break;
      case "voice.request": this.#question.show(body); break;
      case "turn.ended": this.#question.ended(header.turn); break;
      case "speech.started":
        this.#flush();
        if (this.#state === "tapped") {
          clearTimeout(this.#timer);
          this.#state = "speaking";
        }
        break;
      // The loudspeaker of another room; that of this browser tells by itself.
      case "audio.playback":
        if (!this.#isHere && body.item === undefined && ["started", "finished", "interrupted", "skipped"].includes(body.state)) {
          find("#stop").hidden = body.state !== "started";
        }
        break;
      case "speech.ended": if (this.#state !== "pressed") this.#end(); break;
      case "listen.request":
        if (this.#isHere && !header.source.startsWith("console/")) this.#follow(header.id, body);
        break;
    }
  }

  /** Takes another program's request to this browser's listening stage: a question waits for an answer, or no more. */
  #follow(id, { mode, withdraws, noSpeechTimeoutMs = 0 }) {
    if (withdraws) {
      // An answer that has begun goes on, also if the listening stage is about to tell that.
      if (withdraws === this.#request && this.#state === "tapped") this.#startTimer(beginTime);
    } else if (mode === "follow-up" && this.#microphone.isOpen) this.#listenOn(id, Math.max(speechTime, noSpeechTimeoutMs) + spareTime);
  }

  /** Opens the microphone for the answer to a question. For a further one it stays open for that one's own time. */
  async #listenOn(request, time) {
    const wasIdle = this.#state === "idle";
    if (!wasIdle && this.#state !== "tapped") return;
    this.#state = "tapped";
    this.#request = request;
    this.#startTimer(time);
    if (!wasIdle) return;
    const pressed = this.#pressed = performance.now();
    [this.#waiting, this.#isSending] = [[], true];
    find("#microphone").setAttribute("aria-pressed", "true");
    try { await this.#microphone.start(); } catch { if (pressed === this.#pressed) this.#end(); }
  }

  #status(status) {
    const isReady = status.state === "ready";
    if (status.session === this.#own) {
      if (isReady) this.#ready.add(status.role); else this.#ready.delete(status.role);
    } else if (status.role === "listen" && isReady && !/^page-/.test(status.session ?? "")) {
      this.#sessions.add(status.session ?? "default");
      this.#listSessions();
    }
  }

  // Conversations

  #choose(session) {
    this.#end("off");
    // Hidden before "conversation" is sent, because the console answers that with the question that is open there.
    if (session !== this.#session) {
      this.#question.hide();
      this.#deliveries.clear();
    }
    this.#session = session;
    this.#conversation.session = session;
    this.#conversation.clear();
    find("#stop").hidden = true;
    this.#connection.keep("conversation", { conversation: session });
    this.refresh();
  }

  #listSessions() {
    const others = [...this.#sessions].filter((session) => session !== this.#own && !session.startsWith("page-")).sort().slice(0, 100);
    const list = find("#conversation");
    list.replaceChildren(...[this.#own, ...others].filter(Boolean).map((session) =>
      new Option(session === this.#own ? say("here") : session, session, false, session === this.#session)));
  }
}
