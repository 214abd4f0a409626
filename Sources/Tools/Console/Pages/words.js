// The page's own words, in English and German. What the assistant says is in its language.

import { deviceStorage } from "/storage.js";

const words = {
  en: {
    talk: "Talk", watch: "Watch", conversation: "Conversation", language: "Language", here: "this browser",
    bubbles: "The conversation", question: "The question", microphone: "Speak", text: "Type what you would say",
    send: "Send", stop: "Stop", menu: "What can be said", search: "Search the commands",
    empty: "Press the button and speak, or type.",
    hint: "Hold the button or the space bar while you speak, or tap it once.",
    hintTouch: "Hold the button while you speak, or tap it once.", typed: "Or type it",
    hintElsewhere: "The button opens the microphone of this conversation's room.",
    listening: "listening …", opening: "The microphone is being opened …", nothing: "Nothing was heard.",
    denied: "The browser gives no microphone: ", taken: "The microphone was taken away.", insecure: "Browsers allow the microphone on the machine itself or through https only.",
    lost: ["sample of the microphone was lost", "samples of the microphone were lost"], closed: "The connection to the console is lost; it is opened again …",
    noBus: "The console has lost its connection to the bus: commands wait for 20 s, and are then given up.",
    undelivered: "There is no sign that the bus has got this:",
    speakers: { heard: "User", said: "Assistant", card: "Card" }, gap: "The page was not connected; what was said meanwhile is missing here.",
    cutOff: "The connection was lost while you spoke; please say it again.",
    silenced: "The browser lets this page make no sound; press the button once, and it may.",
    unloaded: "The console did not give the page its part for the microphone; please try again.",
    tooLong: "This is too long for the console, which takes 1 MiB.",
    yes: "Yes", no: "No", answer: "Answer", understood: "understood", outcomes: {
      handled: "handled", "not-understood": "not understood", "no-speech": "no speech", failed: "failed", cancelled: "cancelled",
      expired: "took too long", elsewhere: "heard better elsewhere" },
    states: {
      starting: "starting", ready: "ready", standby: "standby", draining: "draining", stopped: "stopped", failed: "failed", lost: "lost", unknown: "unknown" },
    stages: "Stages", stage: "Stage", state: "State", rate: "Messages/s", lostMessages: "Lost", queued: "Queued",
    memory: "Memory", restarts: "Restarts", problem: "Problem", turns: "Turns", pattern: "Filter: words, session, kind",
    pause: "Pause", resume: "Go on", clear: "Clear", leftOut: ["message was not sent to this page, because there were too many", "messages were not sent to this page, because there were too many"],
    running: "…", try: "Try", graph: "The bus as a graph", graphName: "Stages, the kinds that they publish, and who receives them",
    receiveAll: "All kinds are received by:", asTable: "As a table", kind: "Kind", publishedBy: "Published by", receivedBy: "Received by", publishes: "Publishes", receives: "Receives",
    sound: "Sound", waveform: "What was said, as a waveform", play: "Play", missingChunks: ["chunk is missing", "chunks are missing"], tryTurn: "Try what was heard",
    recordings: "Recordings", again: "Read again", noRecordings: "The folder has no recording yet: saybus-tap record FOLDER/today.db",
    noFolder: "No recordings are offered: start saybus-console with --recordings FOLDER, and record with saybus-tap record FOLDER/today.db",
    replay: "Replay …", replayWarning: "The recorded commands are carried out again, as if they were said now.", replayNow: "Carry them out", cancel: "Cancel",
    reading: "Reading …", replayFailed: "The replay failed.", replaying: "Replaying …", replayFrom: { name: "Beginning with", listen: "from the sound", transcribe: "from the transcripts", intent: "from the intents" },
    compareWith: "Compare with", compared: ["turn compared", "turns compared"], differ: ["differs", "differ"], onlyOld: "only before", onlyNew: "only after",
    goesOn: "goes on, or was cut off", messages: ["message", "messages"], lostOnes: "lost", withSound: "with sound", withoutSound: "without sound", earlierTurns: ["earlier turn is not listed", "earlier turns are not listed"],
    tryPhrases: "What would be understood?", tryText: "Words to try, without saying them", tryIt: "Try", withDraft: "with the app as edited below",
    patterns: ["pattern", "patterns"], matchesNothing: "No pattern matches.", noneNear: "No pattern has enough of these words.", whyNot: "Why did this not match?", nearestOthers: "Other patterns that are near",
    alternatives: "What the recognizers heard", appFile: "The app's file", appText: "The text of the app's file", notSaved: "Changes here are checked and tried, not saved.",
    noApps: "No app's file is offered: start saybus-console with --app FILE.", errors: ["error", "errors"], warnings: ["warning", "warnings"], error: "error", warning: "warning",
    thresholds: "Thresholds", turnsOf: "Recorded turns of", today: "today", week: "the last 7 days", allDays: "all days", command: "Command",
    allCommands: "all commands", confirmBelow: "Asked about below", refuseBelow: "Refused below", turnsRead: ["turn", "turns"], judgedAnew: ["is judged otherwise", "are judged otherwise"],
    judgement: "Judgement", inUse: "in use", moved: "as moved", time: "Time", heard: "Heard", certainty: "Certainty", change: "Change",
    judged: { carried: "carried out", asked: "asked about", refused: "refused", unknown: "not understood" },
  },
  de: {
    talk: "Sprechen", watch: "Beobachten", conversation: "Gespräch", language: "Sprache", here: "dieser Browser",
    bubbles: "Das Gespräch", question: "Die Frage", microphone: "Sprechen", text: "Schreiben, was man sagen würde",
    send: "Senden", stop: "Stopp", menu: "Was man sagen kann", search: "Befehle durchsuchen",
    empty: "Den Knopf drücken und sprechen, oder schreiben.",
    hint: "Knopf oder Leertaste halten, solange Sie sprechen, oder einmal antippen.",
    hintTouch: "Knopf halten, solange Sie sprechen, oder einmal antippen.", typed: "Oder tippen",
    hintElsewhere: "Der Knopf öffnet das Mikrofon im Raum dieses Gesprächs.",
    listening: "hört zu …", opening: "Das Mikrofon wird geöffnet …", nothing: "Es war nichts zu hören.",
    denied: "Der Browser gibt kein Mikrofon: ", taken: "Das Mikrofon wurde weggenommen.", insecure: "Browser erlauben das Mikrofon nur auf dem Rechner selbst oder über https.",
    lost: ["Abtastwert des Mikrofons ging verloren", "Abtastwerte des Mikrofons gingen verloren"], closed: "Die Verbindung zur Konsole ist unterbrochen; sie wird neu aufgebaut …",
    noBus: "Die Konsole hat keine Verbindung zum Bus: Befehle warten 20 s und werden dann aufgegeben.",
    undelivered: "Nichts zeigt, dass dies am Bus ankam:",
    speakers: { heard: "Nutzer", said: "Assistent", card: "Karte" }, gap: "Die Seite war nicht verbunden; was inzwischen gesagt wurde, fehlt hier.",
    cutOff: "Die Verbindung brach ab, während Sie sprachen; bitte noch einmal sagen.",
    silenced: "Der Browser lässt diese Seite nichts abspielen; nach einem Druck auf den Knopf vielleicht.",
    unloaded: "Die Konsole gab der Seite ihren Teil für das Mikrofon nicht; bitte noch einmal versuchen.",
    tooLong: "Das ist zu lang für die Konsole, die 1 MiB annimmt.",
    yes: "Ja", no: "Nein", answer: "Antworten", understood: "verstanden", outcomes: {
      handled: "erledigt", "not-understood": "nicht verstanden", "no-speech": "keine Sprache", failed: "fehlgeschlagen",
      cancelled: "abgebrochen", expired: "hat zu lange gedauert",
      elsewhere: "anderswo besser gehört" },
    states: {
      starting: "startet", ready: "bereit", standby: "in Reserve", draining: "läuft aus", stopped: "beendet", failed: "fehlgeschlagen", lost: "verloren", unknown: "unbekannt" },
    stages: "Stufen", stage: "Stufe", state: "Zustand", rate: "Nachrichten/s", lostMessages: "Verloren", queued: "Wartend",
    memory: "Speicher", restarts: "Neustarts", problem: "Problem", turns: "Äußerungen", pattern: "Filter: Wörter, Sitzung, Art",
    pause: "Anhalten", resume: "Weiter", clear: "Leeren", leftOut: ["Nachricht wurde nicht an diese Seite gesandt, weil es zu viele waren", "Nachrichten wurden nicht an diese Seite gesandt, weil es zu viele waren"],
    running: "…", try: "Ausprobieren", graph: "Der Bus als Graph", graphName: "Stufen, die Arten ihrer Nachrichten, und wer sie empfängt",
    receiveAll: "Alle Arten empfangen:", asTable: "Als Tabelle", kind: "Art", publishedBy: "Gesandt von", receivedBy: "Empfangen von", publishes: "Sendet", receives: "Empfängt",
    sound: "Ton", waveform: "Das Gesagte als Wellenform", play: "Abspielen", missingChunks: ["Stück fehlt", "Stücke fehlen"], tryTurn: "Gehörtes ausprobieren",
    recordings: "Aufzeichnungen", again: "Neu lesen", noRecordings: "Im Ordner ist noch keine Aufzeichnung: saybus-tap record ORDNER/heute.db",
    noFolder: "Es werden keine Aufzeichnungen angeboten: saybus-console mit --recordings ORDNER starten und mit saybus-tap record ORDNER/heute.db aufzeichnen",
    replay: "Wiederholen …", replayWarning: "Die aufgezeichneten Befehle werden noch einmal ausgeführt, als würden sie jetzt gesagt.", replayNow: "Ausführen", cancel: "Abbrechen",
    reading: "Wird gelesen …", replayFailed: "Die Wiederholung ist fehlgeschlagen.", replaying: "Wird wiederholt …", replayFrom: { name: "Beginnend mit", listen: "ab dem Ton", transcribe: "ab den Texten", intent: "ab den Absichten" },
    compareWith: "Vergleichen mit", compared: ["Äußerung verglichen", "Äußerungen verglichen"], differ: "verschieden", onlyOld: "nur vorher", onlyNew: "nur nachher",
    goesOn: "läuft noch, oder wurde abgeschnitten", messages: ["Nachricht", "Nachrichten"], lostOnes: "verloren", withSound: "mit Ton", withoutSound: "ohne Ton", earlierTurns: ["frühere Äußerung fehlt in der Liste", "frühere Äußerungen fehlen in der Liste"],
    tryPhrases: "Was würde verstanden?", tryText: "Worte zum Ausprobieren, ohne sie zu sagen", tryIt: "Ausprobieren", withDraft: "mit der App, wie sie unten steht",
    patterns: "Muster", matchesNothing: "Kein Muster passt.", noneNear: "Kein Muster hat genug von diesen Worten.", whyNot: "Warum passte das nicht?", nearestOthers: "Andere ähnliche Muster",
    alternatives: "Was die Erkenner hörten", appFile: "Die Datei der App", appText: "Der Text der App-Datei", notSaved: "Änderungen werden geprüft und ausprobiert, nicht gespeichert.",
    noApps: "Es wird keine App-Datei angeboten: saybus-console mit --app DATEI starten.", errors: "Fehler", warnings: ["Warnung", "Warnungen"], error: "Fehler", warning: "Warnung",
    thresholds: "Schwellen", turnsOf: "Aufgezeichnete Äußerungen", today: "von heute", week: "der letzten 7 Tage", allDays: "aller Tage", command: "Befehl",
    allCommands: "alle Befehle", confirmBelow: "Nachgefragt unter", refuseBelow: "Abgelehnt unter", turnsRead: ["Äußerung", "Äußerungen"], judgedAnew: ["wird anders beurteilt", "werden anders beurteilt"],
    judgement: "Urteil", inUse: "in Gebrauch", moved: "wie verschoben", time: "Zeit", heard: "Gehört", certainty: "Sicherheit", change: "Änderung",
    judged: { carried: "ausgeführt", asked: "nachgefragt", refused: "abgelehnt", unknown: "nicht verstanden" },
  },
};

let language = deviceStorage.getItem("language") ?? (navigator.language.startsWith("de") ? "de" : "en");

/** Returns the words for a key in the chosen language. */
export function say(key) { return words[language][key] ?? words.en[key] ?? key; }

/** Returns a number with the words for as many. */
export function counted(number, key) {
  const words = say(key);
  return `${number.toLocaleString(language)} ${Array.isArray(words) ? words[number === 1 ? 0 : 1] : words}`;
}

export function chosenLanguage() { return language; }

/** Chooses a language, and writes its words into the page. */
export function speak(chosen) {
  language = words[chosen] ? chosen : "en";
  deviceStorage.setItem("language", language);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = say(element.dataset.word === "lost" ? "lostMessages" : element.dataset.word);
  for (const element of document.querySelectorAll("[data-name]")) element.setAttribute("aria-label", say(element.dataset.name));
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = say(element.dataset.hint);
}
