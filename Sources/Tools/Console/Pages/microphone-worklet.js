// Collects the microphone's samples, 20 ms at a time, as 16-bit numbers.

class Collector extends AudioWorkletProcessor {
  #chunk = new Int16Array(320);
  #count = 0;

  process([[channel]]) {
    for (const sample of channel ?? []) {
      this.#chunk[this.#count++] = Math.max(-32768, Math.min(32767, Math.round(sample * 32768)));
      if (this.#count < this.#chunk.length) continue;
      this.port.postMessage(this.#chunk, [this.#chunk.buffer]);
      this.#chunk = new Int16Array(320);
      this.#count = 0;
    }
    return true;
  }
}
registerProcessor("collector", Collector);
