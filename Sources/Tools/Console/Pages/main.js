// The page: its two views, and the connection that both share.

import { Connection } from "/connection.js";
import { Talk } from "/talk.js";
import { Watch } from "/watch.js";
import { chosenLanguage, say, speak } from "/words.js";

const find = (selector) => document.querySelector(selector);
const connection = new Connection();
speak(chosenLanguage());
const [talk, watch] = [new Talk(connection), new Watch(connection)];

function show(view) {
  for (const name of ["talk", "watch"]) {
    find(`#${name}`).hidden = name !== view;
    find(`#show-${name}`).setAttribute("aria-pressed", name === view);
  }
  watch.show(view === "watch");
  history.replaceState(null, "", `#${view}`);
}

find("#show-talk").addEventListener("click", () => show("talk"));
find("#show-watch").addEventListener("click", () => show("watch"));
find("#language").value = chosenLanguage();
find("#language").addEventListener("change", (event) => {
  speak(event.target.value);
  talk.refresh();
  watch.refresh();
});
connection.addEventListener("open", () => { find("#notice").hidden = true; });
connection.addEventListener("close", ({ detail }) => {
  find("#notice").textContent = detail ? `${say("closed")} (${detail})` : say("closed");
  find("#notice").hidden = false;
});
show(location.hash === "#watch" ? "watch" : "talk");
connection.open();
