// The page's own words, in English and German. What the assistant says is in its language.

const words = {
  en: {
    talk: "Talk", watch: "Watch", conversation: "Conversation", language: "Language", here: "this browser",
    bubbles: "The conversation", question: "The question", microphone: "Speak", text: "Type what you would say",
    send: "Send", stop: "Stop", menu: "What can be said", search: "Search the commands",
    empty: "Press the button and speak, or type.",
    hint: "Hold the button or the space bar while you speak, or tap it once.",
    hintElsewhere: "The button opens the microphone of this conversation's room.",
    listening: "listening …", opening: "The microphone is being opened …", nothing: "Nothing was heard.",
    denied: "The browser gives no microphone: ", insecure: "Browsers allow the microphone on the machine itself or through https only.",
    lost: "samples of the microphone were lost", closed: "The connection to the console is lost; it is opened again …",
    yes: "Yes", no: "No", answer: "Answer", understood: "understood", outcomes: {
      "not-understood": "not understood", "no-speech": "no speech", failed: "failed", cancelled: "cancelled",
      expired: "took too long" },
    stages: "Stages", stage: "Stage", state: "State", rate: "Messages/s", lostMessages: "Lost", queued: "Queued",
    memory: "Memory", restarts: "Restarts", problem: "Problem", turns: "Turns", pattern: "Filter: words, session, kind",
    pause: "Pause", resume: "Go on", clear: "Clear", leftOut: "messages were not sent to this page, because they are too many",
    running: "…", silent: "silent for",
  },
  de: {
    talk: "Sprechen", watch: "Beobachten", conversation: "Gespräch", language: "Sprache", here: "dieser Browser",
    bubbles: "Das Gespräch", question: "Die Frage", microphone: "Sprechen", text: "Schreiben, was man sagen würde",
    send: "Senden", stop: "Stopp", menu: "Was man sagen kann", search: "Befehle durchsuchen",
    empty: "Den Knopf drücken und sprechen, oder schreiben.",
    hint: "Knopf oder Leertaste halten, solange Sie sprechen, oder einmal antippen.",
    hintElsewhere: "Der Knopf öffnet das Mikrofon im Raum dieses Gesprächs.",
    listening: "hört zu …", opening: "Das Mikrofon wird geöffnet …", nothing: "Es war nichts zu hören.",
    denied: "Der Browser gibt kein Mikrofon: ", insecure: "Browser erlauben das Mikrofon nur auf dem Rechner selbst oder über https.",
    lost: "Abtastwerte des Mikrofons gingen verloren", closed: "Die Verbindung zur Konsole ist unterbrochen; sie wird neu aufgebaut …",
    yes: "Ja", no: "Nein", answer: "Antworten", understood: "verstanden", outcomes: {
      "not-understood": "nicht verstanden", "no-speech": "keine Sprache", failed: "fehlgeschlagen",
      cancelled: "abgebrochen", expired: "hat zu lange gedauert" },
    stages: "Stufen", stage: "Stufe", state: "Zustand", rate: "Nachrichten/s", lostMessages: "Verloren", queued: "Wartend",
    memory: "Speicher", restarts: "Neustarts", problem: "Problem", turns: "Äußerungen", pattern: "Filter: Wörter, Sitzung, Art",
    pause: "Anhalten", resume: "Weiter", clear: "Leeren", leftOut: "Nachrichten wurden nicht an diese Seite gesandt, weil es zu viele sind",
    running: "…", silent: "still seit",
  },
};

let language = localStorage.getItem("language") ?? (navigator.language.startsWith("de") ? "de" : "en");

/** Returns the words for a key in the chosen language. */
export function say(key) { return words[language][key] ?? words.en[key] ?? key; }

export function chosenLanguage() { return language; }

/** Chooses a language, and writes its words into the page. */
export function speak(chosen) {
  language = words[chosen] ? chosen : "en";
  localStorage.setItem("language", language);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = say(element.dataset.word === "lost" ? "lostMessages" : element.dataset.word);
  for (const element of document.querySelectorAll("[data-name]")) element.setAttribute("aria-label", say(element.dataset.name));
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = say(element.dataset.hint);
}
