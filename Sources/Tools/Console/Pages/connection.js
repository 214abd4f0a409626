// The WebSocket to the console. Text frames are JSON: messages of the bus as saybus-tap --json prints them, and
// {"console": …} of the console itself. Binary frames are sound: the length of a header (32 bits, little-endian), the
// header in JSON, and samples of 16 bits.

import { tabStorage } from "/storage.js";
import { say } from "/words.js";

/** Returns the id from before a reload; a new one for a new page, and for a copy of a tab that is still open. */
async function ownID() {
  const kept = tabStorage.getItem("page");
  if (kept && await take(kept)) return kept;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  tabStorage.setItem("page", id);
  await take(id);
  return id;
}

/** Takes an id for as long as this page is open; resolves with false if another page has it. */
function take(id) {
  // Browsers have locks on the machine itself and through https only.
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    // The page before a reload may need a moment to let go.
    const waiting = new AbortController();
    setTimeout(() => waiting.abort(), 500);
    navigator.locks.request(`saybus-page-${id}`, { signal: waiting.signal }, () => {
      resolve(true);
      return new Promise(() => {});
    }).catch(() => resolve(false));
  });
}

/** The most bytes that may wait to be sent before sound is left out. */
const maximumWaitingBytes = 64_000;
/** The most bytes of a message: for a longer one, the console closes the connection. */
const maximumBytes = 1_048_576;
/** The milliseconds before the connection is opened again: at first, and at most, as after a refusal. */
const [minimumPauseMs, maximumPauseMs] = [250, 10_000];
/** The seconds without a frame after which the connection counts as lost: the console sends one each second. */
const silenceLimit = 6;
/** The same while the console answers a question: sound is one long frame, for which a slow network needs its time. */
const answerLimit = 30;

export class Connection extends EventTarget {
  /** The id of this page, as soon as it is known. */
  #page = ownID();
  #socket = null;
  /** Whether the console has accepted the page. It tells a refusal only after the connection is open. */
  #isGreeted = false;
  /** The seconds without a frame. Counted and not measured, so that a page that stood still itself waits as long. */
  #silence = 0;
  #watch = 0;
  /** The time by the console's clock at which the newest report on the bus came. */
  #heard = 0;
  /** The least milliseconds by which this page's clock was ahead of a report. It creeps up, as clocks differ in speed. */
  #ahead = Infinity;
  #number = 0;
  #pause = minimumPauseMs;
  #requests = new Map();
  /** Messages that are sent again whenever the connection is opened, by their name. */
  #standing = new Map();

  async open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/bus?page=${await this.#page}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => { this.#silence = 0; this.#take(data); };
    socket.onclose = ({ code, reason }) => this.#lose(reason, code === 1008 ? maximumPauseMs : this.#pause);
    [this.#socket, this.#isGreeted, this.#silence, this.#heard, this.#ahead] = [socket, false, 0, 0, Infinity];
    this.#watch = setInterval(() => { if (++this.#silence >= this.#limit) this.#abandon(); }, 1000);
  }

  get isOpen() { return this.#isGreeted && this.#socket?.readyState === WebSocket.OPEN; }

  get #limit() {
    return [...this.#requests.values()].some(({ isQuestion }) => isQuestion) ? answerLimit : silenceLimit;
  }

  /** Gives up a connection on which nothing comes any more. Its own end may take the browser minutes. */
  #abandon() {
    const socket = this.#socket;
    [socket.onmessage, socket.onclose] = [null, null];
    socket.close();
    this.#lose("", this.#pause);
  }

  #lose(reason, pause) {
    clearInterval(this.#watch);
    [this.#socket, this.#isGreeted] = [null, false];
    for (const request of this.#requests.values()) request.reject(new Error(reason || say("closed")));
    this.#requests.clear();
    this.dispatchEvent(new CustomEvent("close", { detail: reason }));
    setTimeout(() => this.open(), pause);
    this.#pause = Math.min(maximumPauseMs, 2 * this.#pause);
  }

  #greeted() {
    [this.#isGreeted, this.#pause] = [true, minimumPauseMs];
    for (const message of this.#standing.values()) this.send(message);
    this.dispatchEvent(new Event("open"));
  }

  /** Sends a message now, and again after each reconnection. */
  keep(name, message) {
    this.#standing.set(name, message);
    this.send(message);
  }

  send(message) { if (this.isOpen) this.#socket.send(JSON.stringify(message)); }

  /**
   * Publishes a message on the bus; resolves with its id and turn, rejects with the console's reason. The console does
   * not publish it if it stood still for as long as this page waits.
   */
  publish(kind, session, body) { return this.#request({ publish: { kind, session, body }, heard: this.#heard }); }

  /** Asks the console itself; resolves with the answer's result, or with a sound's header and samples. */
  ask(name, question = {}) { return this.#request({ ask: { [name]: question } }); }

  #request(message) {
    if (!this.isOpen) return Promise.reject(new Error(say("closed")));
    const number = ++this.#number;
    const text = JSON.stringify({ ...message, number });
    if (new TextEncoder().encode(text).length > maximumBytes) return Promise.reject(new Error(say("tooLong")));
    return new Promise((resolve, reject) => {
      this.#requests.set(number, { resolve, reject, isQuestion: message.ask !== undefined });
      this.#socket.send(text);
    });
  }

  /** Sends a chunk of the microphone; returns false when it is lost because too much waits already. */
  sendSound(sample, samples, last = false) {
    if (!this.isOpen || this.#socket.bufferedAmount > maximumWaitingBytes) return false;
    const header = new TextEncoder().encode(JSON.stringify({ kind: "audio.input", sample, last }));
    const frame = new Uint8Array(4 + header.length + samples.byteLength);
    new DataView(frame.buffer).setUint32(0, header.length, true);
    frame.set(header, 4);
    frame.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), 4 + header.length);
    this.#socket.send(frame);
    return true;
  }

  #take(data) {
    if (typeof data !== "string") {
      const length = new DataView(data).getUint32(0, true);
      const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
      // A copy, because samples need an even offset.
      const samples = new Int16Array(data.slice(4 + length));
      if (header.number !== undefined) return this.#end(header.number)?.resolve({ header, samples });
      this.dispatchEvent(new CustomEvent("sound", { detail: { header, samples } }));
      return;
    }
    const message = JSON.parse(data);
    if (!message.console) return this.dispatchEvent(new CustomEvent("message", { detail: message }));
    const [name, report] = Object.entries(message.console)[0];
    if (name === "hello") this.#greeted();
    if (name === "bus") this.#hear(report.at);
    const request = this.#end(report.number);
    if (name === "refused") request?.reject(new Error(report.reason));
    else request?.resolve(name === "answer" ? report.result : report);
    this.dispatchEvent(new CustomEvent(name, { detail: report }));
  }

  /** Takes the time of a report. One that a slow network has held up behind sound counts as heard when it came. */
  #hear(at) {
    const ahead = performance.now() - at;
    this.#ahead = Math.min(this.#ahead + 1, ahead);
    this.#heard = Math.round(at + ahead - this.#ahead);
  }

  /** Returns the request with a number, which is answered now. */
  #end(number) {
    const request = this.#requests.get(number);
    this.#requests.delete(number);
    return request;
  }
}
