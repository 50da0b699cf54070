// @vitest-environment happy-dom
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { HYDRATED_EVENT } from "../../lib/platform/hydrated-event";
import type { InstallOffer } from "../../lib/platform/inline-scripts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { settings } = (window as unknown as { happyDOM: { settings: object } }).happyDOM;
Object.assign(settings, { handleDisabledFileLoadingAsSuccess: true });

const LATE = '<script type="late" src="/_next/static/a.js" async></script>';
/** Whether the scripts of the framework were inserted for execution. */
const isStarted = () => document.querySelector('script[src*="/_next/"]:not([type=late])') !== null;
const hydrated = () => document.dispatchEvent(new Event(HYDRATED_EVENT));
const fire = (target: EventTarget, event: Event) => target.dispatchEvent(event);
const press = (element: Element) => fire(element, new MouseEvent("click", { bubbles: true, cancelable: true }));

/** Shows a page and runs the script on it, as the parser does at its end. */
async function open(body: string): Promise<void> {
  document.body.innerHTML = body + LATE;
  vi.resetModules();
  await import("./first-action");
}

beforeEach(() => {
  // Removes the listeners of the page before.
  hydrated();
  localStorage.clear();
  document.documentElement.className = "dark";
  document.cookie = "flash=; expires=Thu, 01 Jan 1970 00:00:00 GMT";
  document.cookie = "logged=; expires=Thu, 01 Jan 1970 00:00:00 GMT";
});

it.each([
  ["a touch", () => fire(document.body, new Event("pointerdown", { bubbles: true }))],
  ["a key", () => fire(document.body, new KeyboardEvent("keydown", { key: "Tab", bubbles: true }))],
  ["the focus", () => fire(document.querySelector("input")!, new Event("focusin", { bubbles: true }))],
  ["a click without a pointer", () => press(document.querySelector("button")!)],
])("executes the scripts of the framework at %s, and not before", async (_, act) => {
  await open('<input /><button type="button">Filtrar</button>');
  expect(isStarted()).toBe(false);
  act();
  expect(isStarted()).toBe(true);
});

it("fetches the scripts with low priority once the page is loaded", async () => {
  await open("<p>Rota</p>");
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="prefetch"]');
  expect([link?.as, new URL(link!.href).pathname, isStarted()]).toEqual(["script", "/_next/static/a.js", false]);
});

it("keeps the browser's offer to install the app, and executes no scripts for it", async () => {
  await open("<p>Rota</p>");
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  fire(window, offer);
  expect([offer.defaultPrevented, (window as InstallOffer).installOffer === offer, isStarted()]).toEqual([
    true,
    true,
    false,
  ]);
});

it.each([
  ["a part that says so", renderToString(<p data-at-once />), () => undefined],
  ["something stored for a part", '<p data-at-once="key other"></p>', () => localStorage.setItem("other", "1")],
  ["a waiting notice", "", () => (document.cookie = "flash=login.failed")],
  ["a signed-in account", "", () => (document.cookie = "logged=1")],
  ["a draft of a form", "<form></form>", () => localStorage.setItem("event-draft:1:new", "{}")],
])("executes them at once for %s", async (_, body, prepare) => {
  prepare();
  await open(body);
  expect(isStarted()).toBe(true);
});

it.each([
  ["nothing stored for a part", '<p data-at-once="key other"></p>', () => undefined],
  ["a draft where there is no form", "<p></p>", () => localStorage.setItem("event-draft:1:new", "{}")],
])("waits for an action with %s", async (_, body, prepare) => {
  prepare();
  await open(body);
  expect(isStarted()).toBe(false);
});

it("holds a click on a button, shows that it waits, and repeats it once after hydration", async () => {
  await open('<button type="button"><b>Filtrar</b></button>');
  const button = document.querySelector("button")!;
  const clicked = vi.fn();
  expect([press(button.firstElementChild!), press(button)]).toEqual([false, false]);
  expect([button.getAttribute("aria-busy"), button.hasAttribute("data-waiting")]).toEqual(["true", true]);
  button.addEventListener("click", clicked);
  hydrated();
  await vi.waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect([button.hasAttribute("aria-busy"), button.hasAttribute("data-waiting")]).toEqual([false, false]);
  press(button);
  expect(clicked).toHaveBeenCalledTimes(2);
});

it.each([
  ["a link", '<a href="#x">Rota</a>', "a"],
  ["a summary", "<details><summary>Mais</summary></details>", "summary"],
  ["a button of a popover", '<button popovertarget="menu">Menu</button>', "button"],
  ["a button of a dialog form", '<form method="dialog"><button>Depois</button></form>', "button"],
])("leaves %s to the browser", async (_, body, selector) => {
  await open(body);
  const clicked = vi.fn();
  document.querySelector(selector)!.addEventListener("click", clicked);
  press(document.querySelector(selector)!);
  expect(clicked).toHaveBeenCalledTimes(1);
});

it("holds a form without an address and sends it after hydration; a form with one is sent by the browser", async () => {
  await open('<form id="own"><button>Enviar</button></form><form id="search" action="/busca"></form>');
  const own = document.querySelector<HTMLFormElement>("#own")!;
  const submit = () => new Event("submit", { bubbles: true, cancelable: true });
  expect(fire(own, submit())).toBe(false);
  expect(fire(document.querySelector("#search")!, submit())).toBe(true);
  const sent = vi.fn((event: Event) => event.preventDefault());
  own.addEventListener("submit", sent);
  hydrated();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
});

it("enables a button that is disabled only until hydration, and no other one", async () => {
  await open('<button id="a" disabled data-until-hydrated></button><button id="b" disabled></button>');
  const isDisabled = (id: string) => document.querySelector<HTMLButtonElement>(`#${id}`)!.disabled;
  expect([isDisabled("a"), isDisabled("b")]).toEqual([false, true]);
});

it("changes and stores the theme before hydration", async () => {
  await open('<button type="button" data-theme-toggle>Tema</button>');
  press(document.querySelector("button")!);
  expect([document.documentElement.className, localStorage.getItem("theme")]).toEqual(["light", "light"]);
  press(document.querySelector("button")!);
  expect([document.documentElement.className, localStorage.getItem("theme")]).toEqual(["dark", "dark"]);
});

function Fields() {
  const [values, setValues] = useState({ name: "", kind: "a", agrees: false });
  const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }));
  return (
    <>
      <input id="name" value={values.name} onChange={(event) => set({ name: event.target.value })} />
      <select id="kind" value={values.kind} onChange={(event) => set({ kind: event.target.value })}>
        <option>a</option>
        <option>b</option>
      </select>
      <input
        id="agrees"
        type="checkbox"
        checked={values.agrees}
        onChange={(event) => set({ agrees: event.target.checked })}
      />
      <output>{JSON.stringify(values)}</output>
    </>
  );
}

it("gives React what was typed, chosen and ticked before hydration", async () => {
  await open(`<div id="root">${renderToString(<Fields />)}</div>`);
  const [name, agrees] = [
    document.querySelector<HTMLInputElement>("#name")!,
    document.querySelector<HTMLInputElement>("#agrees")!,
  ];
  const kind = document.querySelector<HTMLSelectElement>("#kind")!;
  name.value = "Opala";
  fire(name, new Event("input", { bubbles: true }));
  kind.value = "b";
  fire(kind, new Event("change", { bubbles: true }));
  agrees.click();
  await act(async () => void hydrateRoot(document.getElementById("root")!, <Fields />));
  await act(async () => void hydrated());
  expect(JSON.parse(document.querySelector("output")!.textContent)).toEqual({ name: "Opala", kind: "b", agrees: true });
  expect([name.value, kind.value, agrees.checked]).toEqual(["Opala", "b", true]);
});

it("keeps files that were chosen before hydration, and tells React of them", async () => {
  const chosen = vi.fn();
  const field = <input type="file" onChange={(event) => chosen(event.target.files?.[0]?.name)} />;
  await open(`<div id="root">${renderToString(field)}</div>`);
  const input = document.querySelector("input")!;
  const files = [new File(["a"], "opala.jpg")];
  Object.defineProperty(input, "files", { get: () => files });
  const setValue = vi.fn();
  Object.defineProperty(input, "value", { get: () => "C:\\fakepath\\opala.jpg", set: setValue });
  fire(input, new Event("change", { bubbles: true }));
  await act(async () => void hydrateRoot(document.getElementById("root")!, field));
  await act(async () => void hydrated());
  expect(chosen.mock.calls).toEqual([["opala.jpg"]]);
  expect(setValue).not.toHaveBeenCalled();
});

it("executes scripts that could not be loaded again when the connection is back", async () => {
  await open('<button type="button">Salvar</button>');
  const pressed = vi.fn();
  document.querySelector("button")!.addEventListener("click", pressed);
  press(document.querySelector("button")!);
  fire(document.querySelector('script[src*="/_next/"]')!, new Event("error"));
  expect(isStarted()).toBe(false);
  fire(window, new Event("online"));
  expect([isStarted(), pressed.mock.calls.length]).toEqual([true, 0]);
  hydrated();
  await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce());
});
