// The page's loudspeaker: plays the chunks of audio.output, and reports when a stream begins and ends to sound, as a
// remote speaker does.

/** Seconds of sound that are collected before a stream begins, so that it does not stutter. */
const lead = 0.06;
/** The milliseconds for which the browser may take to play on, before a stream counts as one that does not sound. */
const patience = 1_500;

export class Loudspeaker {
  #context = null;
  #stream = null;
  /** Called with the body of an audio.playback. */
  onReport = () => {};
  /** Called with whether something sounds. */
  onSounding = () => {};
  /** Called when a stream does not sound, because the browser does not let the page. */
  onSilenced = () => {};

  /** Allows sound. Browsers want that to happen in answer to a click or a key. */
  unlock() {
    if (!this.#context) {
      this.#context = new AudioContext();
      this.#context.addEventListener("statechange", () => { if (!this.#isRunning && this.#stream) this.#wait(this.#stream); });
    }
    return this.#context.resume();
  }

  get #isRunning() { return this.#context.state === "running"; }

  take(header, samples) {
    if (!this.#context) return;
    if (header.index === 0) {
      this.silence();
      // An empty last chunk with the number 0 stops what plays.
      if (header.last && samples.length === 0) return;
      this.#stream = { id: header.id, next: this.#context.currentTime + lead, sources: new Set(), hasStarted: false };
      if (!this.#isRunning) this.#wait(this.#stream);
    }
    const stream = this.#stream;
    if (!stream) return;
    if (samples.length > 0) this.#play(stream, samples, header.rate);
    if (header.last) this.#later(stream, stream.next, () => {
      this.onReport({ sequence: stream.id, state: "finished" });
      this.onSounding(false);
      if (this.#stream === stream) this.#stream = null;
    });
  }

  #play(stream, samples, rate) {
    const buffer = this.#context.createBuffer(1, samples.length, rate);
    const channel = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index++) channel[index] = samples[index] / 32768;
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    stream.next = Math.max(stream.next, this.#context.currentTime);
    source.start(stream.next);
    stream.sources.add(source);
    source.onended = () => stream.sources.delete(source);
    if (!stream.hasStarted) {
      stream.hasStarted = true;
      const begin = stream.next;
      this.#later(stream, stream.next, () => {
        [stream.isSounding, stream.begin, stream.rate] = [true, begin, rate];
        this.onReport({ sequence: stream.id, state: "started" });
        this.onSounding(true);
      });
    }
    stream.next += buffer.duration;
  }

  /** Calls a function at a time of the sound's clock, unless the stream is stopped before. */
  #later(stream, time, action) {
    const wait = Math.max(0, (time - this.#context.currentTime + (this.#context.outputLatency || 0)) * 1000);
    setTimeout(() => {
      if (stream.isStopped) return;
      // The clock stands still while the browser plays nothing.
      if (this.#context.currentTime < time) return this.#later(stream, time, action);
      action();
    }, wait);
  }

  /** Waits until the browser plays: a call takes the sound of a telephone, and without a press a page gets none. */
  #wait(stream) {
    this.#context.resume().catch(() => {});
    setTimeout(() => {
      if (stream.isStopped || this.#stream !== stream || this.#isRunning) return;
      this.onReport({ sequence: stream.id, reason: "the browser does not let the page make sound", ...this.#reached(stream) });
      this.onSilenced();
      this.silence();
    }, patience);
  }

  /** Returns how far a stream has come that does not go on. */
  #reached({ isSounding, begin, rate }) {
    if (!isSounding) return { state: "skipped" };
    return { state: "interrupted", sample: Math.max(0, Math.round((this.#context.currentTime - begin) * rate)) };
  }

  /** Stops what plays. */
  silence() {
    if (!this.#stream) return;
    this.#stream.isStopped = true;
    for (const source of this.#stream.sources) source.stop();
    this.#stream = null;
    this.onSounding(false);
  }
}
