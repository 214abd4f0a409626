// What the browser keeps for the page: for a tab, and for all of them. If it keeps nothing, such as where site data is
// blocked, the page keeps it until it is closed.

/** Returns one of the browser's storages, or one in memory if the browser does not let the page use it. */
function usable(name) {
  try {
    const storage = window[name];
    storage.setItem("usable", "");
    storage.removeItem("usable");
    return storage;
  } catch {
    const values = new Map();
    return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => { values.set(key, value); } };
  }
}

export const tabStorage = usable("sessionStorage");
export const deviceStorage = usable("localStorage");
