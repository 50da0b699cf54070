import { FAVOURITES_KEY, HINT_COOKIE } from "@/lib/platform/device-storage/rules";
import {
  EMPTY_STORE,
  isFavourite,
  parseStore,
  withAnswer,
  withChange,
  type Favourite,
  type FavouriteKind,
  type FavouriteStore,
} from "@/lib/guide/favourites/rules";
import { splitPath } from "@/lib/platform/i18n/routing";
import { ACTION_MS, notify } from "../../ui/notify";

const REFRESH_MS = 600_000;
/** Delay before changes are sent, so that several taps are one request. */
const SEND_MS = 800;

let store: FavouriteStore = EMPTY_STORE;
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
let isStarted = false;
const listeners = new Set<() => void>();

export const readFavourites = (): FavouriteStore => store;

export function onFavourites(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isSignedIn = () => document.cookie.split("; ").includes(`${HINT_COOKIE}=1`);

function load(): void {
  try {
    store = parseStore(localStorage.getItem(FAVOURITES_KEY));
  } catch {
    // Storage may be blocked; favourites then last until the page is closed.
  }
}

function keep(next: FavouriteStore): void {
  store = next;
  try {
    localStorage.setItem(FAVOURITES_KEY, JSON.stringify(store));
  } catch {
    // Storage may be blocked or full.
  }
  show();
}

/** Removes an item and offers to undo it. */
export function removeFavourite(item: Favourite): void {
  setFavourite(item, false);
  const run = () => setFavourite(item, true);
  notify({
    code: "favourites.removed",
    values: { title: item.title },
    durationMs: ACTION_MS,
    action: { label: "undo", run },
  });
}

/** Enables the hearts of the page and sets their state; also updates the lists. */
function show(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-favourite]")) {
    const pressed = String(isFavourite(store, itemOf(button)));
    if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
  }
  for (const listener of listeners) listener();
}

function itemOf({ dataset }: HTMLElement): Favourite {
  const [kind, id] = dataset.favourite!.split(":") as [FavouriteKind, string];
  return { kind, id, title: dataset.title ?? "", path: dataset.path ?? "/", state: dataset.state ?? null };
}

/** Saves or removes an item on this device and, for a signed-in account, on the server. */
function setFavourite(item: Favourite, favourite: boolean): void {
  const isFirst = favourite && store.items.length === 0;
  keep(withChange(store, item, favourite));
  if (isSignedIn()) sendSoon(SEND_MS);
  else if (isFirst) notify({ code: "favourites.onDevice", variant: "success" });
}

function sendSoon(delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void send(), delay);
}

async function send(): Promise<void> {
  if (isSending) return sendSoon(SEND_MS);
  isSending = true;
  try {
    const { owner, pending: changes } = store;
    const { locale } = splitPath(location.pathname);
    const response = await fetch("/api/favourites", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ owner, locale, changes }),
    });
    if (!response.ok) return;
    const answer = (await response.json()) as { owner: string; items: Favourite[] };
    // Another tab may have changed the store meanwhile.
    load();
    keep(withAnswer(store, answer, changes, Date.now()));
  } catch {
    // Without a network the changes stay pending; the next page or the `online` event sends them.
  } finally {
    isSending = false;
  }
}

function sendIfNeeded(): void {
  if (isSignedIn() && (store.pending.length > 0 || Date.now() - store.syncedAt > REFRESH_MS)) sendSoon(0);
}

function start(): void {
  document.documentElement.dataset.favourites = "";
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>("button[data-favourite]");
    if (!button) return;
    const item = itemOf(button);
    setFavourite(item, !isFavourite(store, item));
  });
  window.addEventListener("storage", ({ key }) => {
    if (key !== FAVOURITES_KEY && key !== null) return;
    load();
    show();
  });
  window.addEventListener("online", sendIfNeeded);
  // Cards that are added after the page was shown, such as those of a loaded list.
  new MutationObserver((records) => {
    if (records.some(({ addedNodes }) => addedNodes.length > 0)) show();
  }).observe(document.body, { childList: true, subtree: true });
}

/** Called on every page with hearts or a list of favourites. */
export function refreshFavourites(): void {
  load();
  if (!isStarted) start();
  isStarted = true;
  show();
  sendIfNeeded();
}
