// The sound of a turn: fetched when it is asked for, drawn as a waveform, and played.

import { button, make, showing } from "/elements.js";
import { counted, say } from "/words.js";

let context = null;
let playing = null;

/** Returns a button that fetches a sound, and shows it in its own place. */
export function soundOf(ask) {
  const place = make("span", "", "sound");
  const note = make("span");
  const load = button(say("sound"), async () => {
    const sound = await showing(note, ask);
    if (sound) place.replaceChildren(...shown(sound));
  });
  place.append(load, note);
  return place;
}

function shown({ header, samples }) {
  const seconds = samples.length / header.channels / header.rate;
  const canvas = make("canvas", "", "wave");
  Object.assign(canvas, { width: 600, height: 80, role: "img", ariaLabel: `${say("waveform")}, ${seconds.toFixed(1)} s` });
  // Drawn when it is in the page, where its colour is known.
  requestAnimationFrame(() => draw(canvas, samples));
  const missing = header.missing ? make("span", counted(header.missing, "missingChunks"), "bad") : "";
  return [button(say("play"), () => play(header, samples)), canvas, make("span", `${seconds.toFixed(1)} s`, "quiet"), missing];
}

/** Draws the lowest and the highest sample of each column. */
function draw(canvas, samples) {
  const picture = canvas.getContext("2d");
  const { width, height } = canvas;
  picture.fillStyle = getComputedStyle(canvas).color;
  const step = samples.length / width;
  for (let x = 0; x < width; x++) {
    let [low, high] = [0, 0];
    for (let index = Math.floor(x * step); index < Math.floor((x + 1) * step); index++) {
      low = Math.min(low, samples[index]);
      high = Math.max(high, samples[index]);
    }
    const top = (1 - high / 32768) * height / 2;
    picture.fillRect(x, top, 1, Math.max(1, (high - low) / 65536 * height));
  }
}

function play({ rate, channels }, samples) {
  context ??= new AudioContext();
  context.resume();
  playing?.stop();
  const buffer = context.createBuffer(channels, samples.length / channels, rate);
  for (let channel = 0; channel < channels; channel++) {
    const values = buffer.getChannelData(channel);
    for (let index = 0; index < values.length; index++) values[index] = samples[index * channels + channel] / 32768;
  }
  playing = context.createBufferSource();
  playing.buffer = buffer;
  playing.connect(context.destination);
  playing.start();
}
