import {
  DRAFT_PREFIXES,
  FLASH_COOKIE,
  HINT_COOKIE,
  RADIO_KEY,
  THEME_KEY,
} from "../../lib/platform/device-storage/rules";
import { HYDRATED_EVENT } from "../../lib/platform/hydrated-event";
import type { InstallOffer } from "../../lib/platform/inline-scripts";

/**
 * Runs at the end of every cached public page. The scripts of the framework are fetched with low priority once the page
 * is shown, and executed at the first sign that the visitor wants to operate it. Links, forms with an address, `details`,
 * `popover` and `dialog` work without them; any other click, and what was typed or chosen before the page is hydrated,
 * is held and repeated then.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const LATE = 'script[type="late"]';
/** Controls that HTML operates. */
const NATIVE = "[popovertarget],[commandfor],summary,[data-native],form[method=dialog] button";
/** What a visitor presses. */
const CONTROL = "button,[role=button],[role=tab],[role=switch],[role=option],[role=checkbox],[role=radio]";
const FIELD = "input,select,textarea";
const WAITING = "data-waiting";

const root = document.documentElement;
const held: (() => void)[] = [];
/** What was entered: React may put the value of the server back when it hydrates a field. */
const entered = new Map<Control, string | boolean>();
let isStarted = false;

const late = () => document.querySelectorAll<HTMLScriptElement>(LATE);

/** Executes the scripts of the framework, once; those that could not be loaded again. */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  for (const script of late()) {
    const executed = document.createElement("script");
    for (const { name, value } of script.attributes) if (name !== "type") executed.setAttribute(name, value);
    // Without a connection; the next action, or the connection itself, tries again.
    executed.addEventListener("error", () => {
      executed.replaceWith(script);
      isStarted = false;
    });
    script.replaceWith(executed);
  }
}

/** Fetches the scripts without executing them. */
function fetchScripts(): void {
  if (isStarted) return;
  for (const { src, crossOrigin } of late()) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "prefetch", as: "script", crossOrigin, href: src });
    document.head.append(link);
  }
}

function hold(element: Element, repeat: () => void): void {
  element.setAttribute(WAITING, "");
  element.setAttribute("aria-busy", "true");
  held.push(() => {
    element.removeAttribute(WAITING);
    element.removeAttribute("aria-busy");
    // React enables buttons right after it hydrated them.
    setTimeout(() => element.isConnected && repeat());
  });
}

/** As next-themes stores it, which reads it when the page is hydrated. */
function toggleTheme(): void {
  const theme = root.classList.contains("light") ? "dark" : "light";
  root.classList.remove("light", "dark");
  root.classList.add(theme);
  root.style.colorScheme = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be blocked; the theme then lasts as long as the page.
  }
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function click(event: Event): void {
  const target = event.target as Element;
  if (target.closest("[data-theme-toggle]")) {
    stop(event);
    return toggleTheme();
  }
  const opener = "command" in HTMLButtonElement.prototype ? null : target.closest("[commandfor]");
  if (opener) return (document.getElementById(opener.getAttribute("commandfor")!) as HTMLDialogElement).showModal();
  // The page to which the link leads shows the notice.
  if (target.closest("[data-needs-state]")) document.cookie = `${FLASH_COOKIE}=state.select; path=/; max-age=60`;
  const control = target.closest<HTMLElement>(CONTROL);
  if (!control || target.closest(NATIVE)) return;
  const form = (control as HTMLButtonElement).form;
  // A submit button is answered by the listener of `submit`.
  if (form && (control as HTMLButtonElement).type === "submit") return;
  start();
  stop(event);
  if (!control.hasAttribute(WAITING)) hold(control, () => control.click());
}

function submit(event: Event): void {
  const form = event.target as HTMLFormElement;
  // A form with an address, or of a dialog, works without scripts.
  if (form.hasAttribute("action") || form.method === "dialog") return;
  const { submitter } = event as SubmitEvent;
  start();
  stop(event);
  const shown = submitter ?? form;
  if (!shown.hasAttribute(WAITING)) hold(shown, () => form.requestSubmit(submitter));
}

const isTicked = (control: Control): control is HTMLInputElement => /^(?:checkbox|radio)$/.test(control.type);

/** Enters a value again, so that React hears of it: it ignores events that leave the value as it knows it. */
function repeatEntry(control: Control, value: string | boolean): void {
  if (!control.isConnected) return;
  if (isTicked(control)) {
    if (control.checked === value) control.checked = !value;
    if (control.type === "checkbox" || value) control.click();
    return;
  }
  // Chosen files stay, because no script may set them again.
  if (control instanceof HTMLSelectElement) control.value = value as string;
  else if (control.type !== "file") {
    // Written past React's own setter, which would note the value as known.
    control.value = "";
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")!.set!.call(control, value);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

function note({ target }: Event): void {
  start();
  if (!(target instanceof Element) || !target.matches(FIELD)) return;
  const control = target as Control;
  entered.set(control, isTicked(control) ? control.checked : control.value);
}

/** `/` and Ctrl K open the search, as SearchOpener does. */
function keydown(event: Event): void {
  start();
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event as KeyboardEvent;
  const isChord = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
  const isTyping = (event.target as Element).closest?.("input,textarea,select,[contenteditable]");
  const link = document.querySelector<HTMLElement>("[data-slot=search-link]");
  if (
    !link ||
    link.hasAttribute(WAITING) ||
    !(isChord || (key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping))
  )
    return;
  stop(event);
  hold(link, () => link.click());
}

const LISTENERS: readonly (readonly [string, (event: Event) => void])[] = [
  ["pointerdown", start],
  ["keydown", keydown],
  // A dialog that opens focuses its button, which is no action.
  ["focusin", ({ target }) => (target as Element).matches?.(FIELD) && start()],
  ["input", note],
  ["change", note],
  ["click", click],
  ["submit", submit],
  ["pointerover", ({ target }) => (target as Element).closest?.(`${CONTROL},${FIELD}`) && start()],
];

for (const [name, listener] of LISTENERS) document.addEventListener(name, listener, true);

document.addEventListener(
  HYDRATED_EVENT,
  () => {
    for (const [name, listener] of LISTENERS) document.removeEventListener(name, listener, true);
    for (const [control, value] of entered) repeatEntry(control, value);
    for (const repeat of held) repeat();
  },
  { once: true },
);

/** A page that reports no paint does not wait longer, in milliseconds. */
const LONGEST_WAIT_MS = 3000;

/** Calls back after the first contentful paint, or at once in a browser that does not report or not do it. */
function afterPaint(callback: () => void): void {
  if (document.hidden || !window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return callback();
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName("first-contentful-paint").length === 0) return;
    observer.disconnect();
    callback();
  }).observe({ type: "paint", buffered: true });
  setTimeout(callback, LONGEST_WAIT_MS);
}

const hasCookie = (name: string) => document.cookie.split("; ").some((cookie) => cookie.startsWith(`${name}=`));

/** Whether the browser has stored something under one of the keys; storage may be blocked. */
function isStored(keys: string): boolean {
  try {
    return keys.split(" ").some((name) => localStorage.getItem(name) !== null || sessionStorage.getItem(name) !== null);
  } catch {
    return false;
  }
}

/** Whether the device keeps what was typed into a form, which shows it again. */
function hasDraft(): boolean {
  try {
    return Object.keys(localStorage).some((key) => DRAFT_PREFIXES.some((prefix) => key.startsWith(prefix)));
  } catch {
    return false;
  }
}

/**
 * Whether the page has to run without an action: a notice waits, somebody is signed in, the address asks for a part of
 * the page, or a part says so, always or when the device has stored something for it.
 */
function isWantedAtOnce(): boolean {
  if (hasCookie(FLASH_COOKIE) || hasCookie(HINT_COOKIE) || location.search || location.hash || isStored(RADIO_KEY))
    return true;
  if (hasDraft() && document.querySelector("form:not([action])")) return true;
  // React writes an attribute without a value as "true".
  return [...document.querySelectorAll<HTMLElement>("[data-at-once]")].some(
    ({ dataset: { atOnce } }) => atOnce === "true" || isStored(atOnce!),
  );
}

/** Starts when a part that shows the present moment comes into view. */
function startInView(): void {
  const parts = document.querySelectorAll("[data-in-view]");
  if (parts.length === 0 || !window.IntersectionObserver) return;
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && start());
  for (const part of parts) observer.observe(part);
}

// The browser offers the installation once, soon after the page is loaded; InstallButton asks for it when it is in view.
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  (window as InstallOffer).installOffer = event;
});
window.addEventListener("online", () => held.length > 0 && start());
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-until-hydrated]")) button.disabled = false;
startInView();
if (isWantedAtOnce()) afterPaint(start);
else if (document.readyState === "complete") fetchScripts();
else window.addEventListener("load", fetchScripts, { once: true });
