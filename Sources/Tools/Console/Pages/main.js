// The page: its views, and the connection that they share.

import { Connection } from "/connection.js";
import { find } from "/elements.js";
import { Talk } from "/talk.js";
import { Try } from "/try.js";
import { Watch } from "/watch.js";
import { chosenLanguage, say, speak } from "/words.js";

const names = ["talk", "watch", "try"];
const connection = new Connection();
speak(chosenLanguage());
const talk = new Talk(connection);
const trial = new Try(connection, () => talk.session);
const watch = new Watch(connection, (turn) => {
  show("try");
  trial.tryTurn(turn);
});

function show(view) {
  for (const name of names) {
    find(`#${name}`).hidden = name !== view;
    find(`#show-${name}`).setAttribute("aria-pressed", name === view);
  }
  watch.show(view === "watch");
  trial.show(view === "try");
  history.replaceState(null, "", `#${view}`);
}

for (const name of names) find(`#show-${name}`).addEventListener("click", () => show(name));
find("#language").value = chosenLanguage();
find("#language").addEventListener("change", (event) => {
  speak(event.target.value);
  talk.refresh();
  watch.refresh();
  trial.refresh();
});
// The element stays, so that what is written into it is read aloud.
connection.addEventListener("open", () => { find("#notice").textContent = ""; });
connection.addEventListener("close", ({ detail }) => {
  find("#notice").textContent = detail ? `${say("closed")} (${detail})` : say("closed");
});
connection.addEventListener("bus", ({ detail }) => {
  find("#notice").textContent = detail.isConnected ? "" : say("noBus");
});
const asked = location.hash.slice(1);
show(names.includes(asked) ? asked : "talk");
connection.open();
