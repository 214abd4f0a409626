// The browser's microphone: 16 kHz, one channel. It is open while somebody speaks, and closed soon after.

/** The milliseconds for which an unused microphone stays open, so that the next turn begins at once. */
const idleTime = 20_000;

export class Microphone {
  #context = null;
  #stream = null;
  #timer = 0;
  /** Called with each chunk of 20 ms while the microphone is in use. */
  onChunk = () => {};
  #inUse = false;

  /** Whether the user has let the page have the microphone, and it is still open. */
  get isOpen() { return this.#context !== null; }

  /** Opens the microphone; rejects with the browser's reason. */
  async start() {
    clearTimeout(this.#timer);
    this.#inUse = true;
    if (this.#context) return this.#context.resume();
    if (!navigator.mediaDevices) throw new Error("insecure");
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: false, autoGainControl: false },
    });
    const context = new AudioContext({ sampleRate: 16_000 });
    await context.audioWorklet.addModule("/microphone-worklet.js");
    const collector = new AudioWorkletNode(context, "collector", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
    collector.port.onmessage = (event) => { if (this.#inUse) this.onChunk(event.data); };
    context.createMediaStreamSource(stream).connect(collector);
    await context.resume();
    [this.#stream, this.#context] = [stream, context];
    // The user may have stopped meanwhile.
    if (!this.#inUse) this.stop();
  }

  /** Stops passing chunks on, and closes the microphone unless it is started again soon. */
  stop() {
    this.#inUse = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#close(), idleTime);
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
