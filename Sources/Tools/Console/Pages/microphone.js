// The browser's microphone: 16 kHz, one channel. It is open while somebody speaks, and closed soon after.

/** The milliseconds for which an unused microphone stays open, so that the next turn begins at once. */
const idleTime = 20_000;

export class Microphone {
  #context = null;
  #stream = null;
  /** The opening that is under way. */
  #opening = null;
  #timer = 0;
  /** Called with each chunk of 20 ms while the microphone is in use. */
  onChunk = () => {};
  /** Called when the microphone is taken away while it is in use, as when it is unplugged. */
  onTaken = () => {};
  #inUse = false;

  /** Whether the user has let the page have the microphone, and it is still open. */
  get isOpen() { return this.#context !== null && this.#opening === null; }

  /** Opens the microphone; rejects with the browser's reason, or with "insecure" or "unloaded", which have words. */
  async start() {
    clearTimeout(this.#timer);
    this.#inUse = true;
    // Whoever starts it again while it is being opened waits for the same one.
    if (this.#opening) return this.#opening;
    if (this.#context && this.#isLive) return this.#context.resume();
    this.#close();
    this.#opening = this.#open().finally(() => { this.#opening = null; });
    return this.#opening;
  }

  get #isLive() { return this.#stream.getTracks().every((track) => track.readyState === "live"); }

  async #open() {
    if (!navigator.mediaDevices) throw new Error("insecure");
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: false, autoGainControl: false },
    });
    this.#stream = stream;
    for (const track of stream.getTracks()) track.onended = () => this.#lose(stream);
    try {
      const context = this.#context = new AudioContext({ sampleRate: 16_000 });
      // The browser has given the microphone; it is the console that does not give this file.
      await context.audioWorklet.addModule("/microphone-worklet.js").catch(() => { throw new Error("unloaded"); });
      const collector = new AudioWorkletNode(context, "collector", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
      collector.port.onmessage = (event) => { if (this.#inUse) this.onChunk(event.data); };
      context.createMediaStreamSource(stream).connect(collector);
      await context.resume();
    } catch (error) {
      this.#close();
      throw error;
    }
    // The user may have stopped meanwhile.
    if (!this.#inUse) this.stop();
  }

  /** Stops passing chunks on, and closes the microphone unless it is started again soon. */
  stop() {
    this.#inUse = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#close(), idleTime);
  }

  #lose(stream) {
    if (stream !== this.#stream) return;
    this.#close();
    if (this.#inUse) this.onTaken();
  }

  #close() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#context?.close();
    [this.#stream, this.#context] = [null, null];
  }
}

/** Returns the level of samples from 0 (silence, -60 dB and less) to 1 (full scale). */
export function level(samples) {
  let sum = 0;
  for (const sample of samples) sum += (sample / 32768) ** 2;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-9);
  return Math.max(0, Math.min(1, (decibels + 60) / 60));
}
