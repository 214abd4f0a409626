// The page: its views, and the connection that they share.

import { Connection } from "/connection.js";
import { find, write } from "/elements.js";
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
  go("try");
  trial.tryTurn(turn);
});
let shown = null;

/** Shows the view in the address. */
function show() {
  const asked = location.hash.slice(1);
  const view = names.includes(asked) ? asked : "talk";
  if (view === shown) return;
  shown = view;
  for (const name of names) {
    find(`#${name}`).hidden = name !== view;
    find(`#show-${name}`).setAttribute("aria-pressed", name === view);
  }
  watch.show(view === "watch");
  trial.show(view === "try");
}

/** Goes to a view, from which the browser's button leads back. */
function go(view) {
  // A link to it would scroll there as well.
  if (view !== shown) history.pushState(null, "", `#${view}`);
  show();
}

for (const name of names) find(`#show-${name}`).addEventListener("click", () => go(name));
window.addEventListener("hashchange", show);
find("#language").value = chosenLanguage();
find("#language").addEventListener("change", (event) => {
  speak(event.target.value);
  talk.refresh();
  watch.refresh();
  trial.refresh();
});
// The element stays, so that what is written into it is read aloud.
const tell = (text) => write(find("#notice"), text);
connection.addEventListener("open", () => tell(""));
connection.addEventListener("close", ({ detail }) => tell(detail ? `${say("closed")} (${detail})` : say("closed")));
connection.addEventListener("bus", ({ detail }) => tell(detail.isConnected ? "" : say("noBus")));
show();
connection.open();
