// Recordings as saybus-tap knows them: their sessions and turns, what a replay changes, and what differs between two.

import { button, find, make, row, showing } from "/elements.js";
import { OpenedTurn, Turn, summaryOf } from "/turns.js";
import { counted, say } from "/words.js";

export class Recordings {
  #connection;
  #onTry;

  constructor(connection, onTry) {
    [this.#connection, this.#onTry] = [connection, onTry];
    find("#recorded").addEventListener("toggle", () => { if (find("#recorded").open) this.refresh(); });
    find("#recordings-again").addEventListener("click", () => this.refresh());
  }

  /** Lists the recordings. */
  async refresh() {
    const files = await showing(find("#recordings-note"), () => this.#connection.ask("files"));
    if (!files) return;
    const names = files.recordings.map(({ name }) => name);
    if (!names.length) find("#recordings-note").textContent = say(files.hasFolder ? "noRecordings" : "noFolder");
    find("#recordings").replaceChildren(...files.recordings.map(({ name, bytes }) => this.#entry(name, bytes, names)));
  }

  #entry(name, bytes, names) {
    const [item, details, summary, body] = [make("li"), make("details"), make("summary"), make("div", "", "opened")];
    summary.append(make("span", name, "words"), make("span", `${(bytes / 1e6).toFixed(1)} MB`, "quiet"));
    details.append(summary, body);
    details.addEventListener("toggle", () => { if (details.open && !body.childElementCount) this.#open(body, name, names); });
    item.append(details);
    return item;
  }

  async #open(body, name, names) {
    const [note, result] = [make("p"), make("div")];
    note.role = "status";
    body.append(this.#tools(name, names, note, result), note, result);
    const answer = await showing(note, () => {
      note.textContent = say("reading");
      return this.#connection.ask("sessions", { recording: name });
    });
    if (answer) note.textContent = "";
    for (const recording of answer?.recordings ?? []) body.append(...this.#sessions(name, recording));
  }

  #tools(name, names, note, result) {
    const tools = make("p", "", "tools");
    const from = make("select");
    from.append(...["listen", "transcribe", "intent"].map((start) => new Option(say("replayFrom")[start], start)));
    const other = make("select");
    other.append(...names.filter((one) => one !== name).map((one) => new Option(one)));
    [from.ariaLabel, other.ariaLabel] = [say("replayFrom").name, say("compareWith")];
    const compare = button(say("compareWith"), () => this.#compare(name, other.value, note, result));
    const run = () => this.#replay(name, from.value, note, result);
    tools.append(...replayButtons(run, compare), from);
    if (other.options.length) tools.append(compare, other);
    return tools;
  }

  async #replay(name, from, note, result, turn) {
    const answer = await showing(note, () => {
      note.textContent = say("replaying");
      return this.#connection.ask("replay", { recording: name, from, turn });
    });
    if (!answer) return;
    result.replaceChildren(make("pre", answer.lines.join("\n")));
    // There is nothing to compare; the lines tell why.
    if (!answer.recording) {
      note.textContent = say("replayFailed");
      note.classList.add("bad");
      return;
    }
    await this.#compare(name, answer.recording, note, result, true);
  }

  async #compare(old, other, note, result, isAdded = false) {
    const diff = await showing(note, () => this.#connection.ask("diff", { old, new: other }));
    if (!diff) return;
    note.textContent = `${old} → ${other}: ${counted(diff.compared, "compared")}, ${counted(diff.different, "differ")}`
      + (diff.onlyOld.length ? `, ${diff.onlyOld.length} ${say("onlyOld")}` : "") + (diff.onlyNew.length ? `, ${diff.onlyNew.length} ${say("onlyNew")}` : "");
    const table = make("table", "", "words");
    table.append(...diff.turns.flatMap(({ old, changes }) => changes.map(({ aspect, old: before, new: after }, index) =>
      row([index ? "" : old.transcript ?? "–", aspect, before, "→", after]))));
    if (isAdded) result.append(table); else result.replaceChildren(table);
  }

  #sessions(name, recording) {
    const length = ((recording.ended ?? recording.started) - recording.started) / 1e6;
    const facts = [new Date(recording.started / 1000).toLocaleString(), length ? `${length.toFixed(0)} s` : say("goesOn"),
      counted(recording.messages, "messages"), `${recording.lost} ${say("lostOnes")}`,
      say(recording.audio ? "withSound" : "withoutSound")];
    if (recording.earlier) facts.push(counted(recording.earlier, "earlierTurns"));
    const sessions = Map.groupBy?.(recording.turns, ({ session }) => session) ?? new Map([["", recording.turns]]);
    return [make("p", facts.join(" · "), "quiet"), ...[...sessions].sort().flatMap(([session, turns]) => {
      const list = make("ol", "", "turns");
      list.append(...turns.map((turn) => this.#turn(name, turn)));
      return [make("h3", `${session} · ${turns.length}`), list];
    })];
  }

  #turn(name, recorded) {
    const [item, details] = [make("li"), make("details")];
    const call = recorded.commands[0] ?? recorded.intent;
    const time = recorded.microseconds.turn;
    details.append(summaryOf({ start: recorded.began, session: recorded.session, words: recorded.transcript, meaning: call,
      outcome: recorded.outcome, milliseconds: time === undefined ? undefined : time / 1000 }));
    details.addEventListener("toggle", async () => {
      if (!details.open || details.childElementCount > 1) return;
      const note = make("p");
      details.append(note);
      const answer = await showing(note, () => this.#connection.ask("turn", { recording: name, turn: recorded.turn }));
      if (!answer) return;
      const turn = new Turn(recorded.turn, recorded.session);
      for (const message of answer.messages) turn.take(message);
      const ask = () => this.#connection.ask("sound", { recording: name, turn: recorded.turn });
      note.replaceWith(new OpenedTurn(turn, ask, this.#onTry).element);
    });
    item.append(details);
    return item;
  }
}

/**
 * Makes the button that asks whether a replay is wanted, and those that answer it: the commands of the recording are
 * carried out. Another button is disabled while a replay runs.
 */
function replayButtons(run, other) {
  const replay = button(say("replay"), () => ask(true));
  const warning = make("span", say("replayWarning"));
  const confirm = button(say("replayNow"), async () => {
    // One run after the other, and none of them writes into the place of the other.
    ask(false);
    [replay.disabled, other.disabled] = [true, true];
    await run();
    [replay.disabled, other.disabled] = [false, false];
    // A disabled button has lost the focus to the page.
    if (document.activeElement === document.body) replay.focus();
  });
  const cancel = button(say("cancel"), () => ask(false));
  const asked = make("span", "", "tools");
  asked.append(warning, confirm, cancel);
  const ask = (isAsked) => {
    [asked.hidden, replay.hidden] = [!isAsked, isAsked];
    (isAsked ? cancel : replay).focus();
  };
  asked.hidden = true;
  return [replay, asked];
}
