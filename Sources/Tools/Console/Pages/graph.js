// The graph of the bus: which stage publishes which kind, and which stages receive it, as the stages' statuses say.

import { find, row } from "/elements.js";
import { say } from "/words.js";

const space = "http://www.w3.org/2000/svg";
/** Kinds about the stages themselves, which would hide the others. */
const bookkeeping = new Set(["stage.status", "receipt", "barrier", "refusal", "catalog"]);
/** The roles in the order in which a turn passes them. */
const order = ["listen", "transcribe", "intent", "dispatch", "audio"];
const [width, line] = [860, 30];

/** Returns the publishers and subscribers of each kind, from the statuses of stages that are there. */
export function graphOf(statuses) {
  const kinds = new Map();
  const all = [];
  const entry = (kind) => kinds.get(kind) ?? kinds.set(kind, { publishers: [], subscribers: [] }).get(kind);
  const place = (name) => { const at = order.indexOf(name.split("/")[0]); return at < 0 ? order.length : at; };
  const sorted = [...statuses].sort((one, other) => place(one.name) - place(other.name) || (one.name < other.name ? -1 : 1));
  for (const { name, status } of sorted) {
    if (["stopped", "failed", "lost"].includes(status.state)) continue;
    for (const kind of status.publishes ?? []) if (!bookkeeping.has(kind)) entry(kind).publishers.push(name);
    for (const kind of status.subscribes ?? []) if (!bookkeeping.has(kind)) entry(kind).subscribers.push(name);
    if (status.subscribesToAll) all.push(name);
  }
  const rank = (publishers) => publishers.length ? place(publishers[0]) : order.length;
  return { all, kinds: [...kinds].map(([kind, ends]) => ({ kind, ...ends }))
    .sort((one, other) => rank(one.publishers) - rank(other.publishers) || (one.kind < other.kind ? -1 : 1)) };
}

function element(name, attributes, text) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Draws stages on the left, kinds in the middle, and their receivers on the right. */
export function drawGraph(statuses) {
  const { all, kinds } = graphOf(statuses);
  const names = (end) => [...new Set(kinds.flatMap((kind) => kind[end]))];
  const columns = [names("publishers"), kinds.map(({ kind }) => kind), names("subscribers")];
  const height = line * Math.max(1, ...columns.map((column) => column.length));
  const y = (column, name) => (columns[column].indexOf(name) + 0.5) * height / columns[column].length;
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": say("graphName") });
  const [left, middle, right] = [190, 330, 530];
  for (const { kind, publishers, subscribers } of kinds) {
    for (const name of publishers) svg.append(edge(left, y(0, name), middle, y(1, kind), [name, kind]));
    for (const name of subscribers) svg.append(edge(right, y(1, kind), width - 190, y(2, name), [name, kind]));
  }
  const boxes = [[0, left], [middle, right - middle], [width - 190, 190]];
  columns.forEach((column, index) => {
    for (const name of column) svg.append(box(svg, boxes[index], y(index, name), name, index === 1, nameOf(kinds, name, index)));
  });
  find("#graph").replaceChildren(svg);
  find("#all-kinds").textContent = all.length ? `${say("receiveAll")} ${all.join(", ")}` : "";
  find("#graph-table").replaceChildren(...kinds.map(({ kind, publishers, subscribers }) =>
    row([kind, publishers.join(", ") || "–", subscribers.join(", ") || "–"])));
}

function edge(fromX, fromY, toX, toY, ends) {
  const half = (fromX + toX) / 2;
  const path = element("path", { d: `M${fromX} ${fromY}C${half} ${fromY} ${half} ${toY} ${toX} ${toY}` });
  path.dataset.ends = ends.join(" ");
  return path;
}

/** Returns what the edges of a box say, in words: a kind has its ends, a stage the kinds that it publishes or receives. */
function nameOf(kinds, name, column) {
  if (column === 1) {
    const { publishers, subscribers } = kinds.find(({ kind }) => kind === name);
    return `${name}. ${say("publishedBy")}: ${publishers.join(", ") || "–"}. ${say("receivedBy")}: ${subscribers.join(", ") || "–"}`;
  }
  const own = kinds.filter((kind) => kind[column ? "subscribers" : "publishers"].includes(name)).map(({ kind }) => kind);
  return `${name}. ${say(column ? "receives" : "publishes")}: ${own.join(", ")}`;
}

/** A box whose edges stand out while the pointer is on it, or it has the focus. */
function box(svg, [x, size], y, name, isKind, label) {
  const group = element("g", { tabindex: 0, role: "img", "aria-label": label, class: isKind ? "kind" : "stage" });
  group.append(
    element("rect", { x: x + 1, y: y - 11, width: size - 2, height: 22, rx: isKind ? 11 : 4 }),
    element("text", { x: x + size / 2, y: y + 4, "text-anchor": "middle" }, name.length > 26 ? `${name.slice(0, 25)}…` : name),
    element("title", {}, name));
  const light = (isLit) => {
    for (const path of svg.querySelectorAll("path")) path.classList.toggle("lit", isLit && path.dataset.ends.split(" ").includes(name));
  };
  for (const event of ["pointerenter", "focus"]) group.addEventListener(event, () => light(true));
  for (const event of ["pointerleave", "blur"]) group.addEventListener(event, () => light(false));
  return group;
}

/** Returns a text that changes when the graph does. */
export const signatureOf = (statuses) => JSON.stringify(graphOf(statuses));

