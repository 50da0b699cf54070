import { GPS_ASKED_KEY, GPS_KEY } from "@/lib/platform/device-storage/rules";
import { ANSWERED, POSITION_QUESTION_ID } from "./position-question-id";

/** The specification's delay after load, in milliseconds. */
const DELAY_MS = 1500;

/** Answered once per browser session; blocked storage counts as answered. */
function wasAnswered(): boolean {
  try {
    return sessionStorage.getItem(GPS_ASKED_KEY) !== null;
  } catch {
    return true;
  }
}

function rememberAnswered(): void {
  try {
    sessionStorage.setItem(GPS_ASKED_KEY, "1");
  } catch {
    // Without storage the next page asks again.
  }
}

function store(permission: string): void {
  try {
    localStorage.setItem(GPS_KEY, permission);
  } catch {
    // Storage may be blocked; the browser still knows the permission.
  }
}

/** Stores the permission of the browser, also when it changes; older Safari versions tell none, and may ask. */
async function permission(): Promise<string> {
  const status = await navigator.permissions.query({ name: "geolocation" }).catch(() => null);
  if (!status) return "prompt";
  const adopt = () => store(status.state);
  status.addEventListener("change", adopt);
  adopt();
  return status.state;
}

async function ask(): Promise<void> {
  if (!("geolocation" in navigator) || (await permission()) !== "prompt" || wasAnswered()) return;
  const dialog = document.getElementById(POSITION_QUESTION_ID) as HTMLDialogElement | null;
  // A page with a button for the position asks only when that button is used.
  if (!dialog || document.querySelector("dialog[open], [data-asks-position]")) return;
  // PositionAnswer acts on the answer, as soon as the page is hydrated.
  const answered = () => {
    rememberAnswered();
    dialog.dataset[ANSWERED] = "";
  };
  dialog.addEventListener("close", answered, { once: true, capture: true });
  // Not modal: that would block the page and have all of it styled again. Escape closes only modal dialogs by itself.
  dialog.addEventListener("keydown", ({ key }) => key === "Escape" && dialog.close());
  dialog.show();
}

/** Asks for the position after load while the browser would ask, until the question is answered. */
export function askForPosition(): void {
  const wait = () => setTimeout(() => void ask().catch(() => undefined), DELAY_MS);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}
