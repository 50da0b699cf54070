// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SPLASH_SCRIPT, THEME_SCRIPT } from "./inline-scripts";

const root = document.documentElement;
/** Runs a script like an inline script in the browser. */
// oxlint-disable-next-line typescript/no-implied-eval -- a text is what the page carries, so a text is what is tested
const run = (script: string) => new Function(script)() as void;
const fullStorage = new Proxy({}, { set: () => expect.fail("quota exceeded") });
const parsed = () => document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));

beforeEach(() => {
  vi.useFakeTimers();
  root.className = "fonts";
  root.removeAttribute("style");
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = "logged=; max-age=0";
});

afterEach(() => void vi.useRealTimers());

describe("the theme script", () => {
  it.each([
    [null, "dark"],
    ["dark", "dark"],
    ["light", "light"],
    ["nonsense", "dark"],
  ])("stored %s gives %s and keeps the other classes", (stored, theme) => {
    if (stored) localStorage.setItem("theme", stored);
    run(THEME_SCRIPT);
    expect([...root.classList]).toEqual(["fonts", theme]);
    expect(root.style.colorScheme).toBe(theme);
  });

  it("is dark when storage is blocked", () => {
    vi.stubGlobal("localStorage", undefined);
    run(THEME_SCRIPT);
    expect(root.classList.contains("dark")).toBe(true);
  });

  it.each([
    ["logged=1", "1"],
    ["notlogged=1", undefined],
    ["logged=10", "1"],
  ])("the cookie %s marks the page as %s", (cookie, mark) => {
    document.cookie = cookie;
    run(THEME_SCRIPT);
    expect(root.dataset.logged).toBe(mark);
    document.cookie = `${cookie.split("=")[0]}=; max-age=0`;
  });
});

describe("the splash script", () => {
  const reload = vi.fn<() => void>();
  const openAt = (pathname: string) => vi.stubGlobal("location", { reload, pathname });

  beforeEach(() => {
    const splash = document.createElement("div");
    splash.id = "splash";
    document.body.replaceChildren(splash);
    reload.mockReset();
    openAt("/sc/home");
  });

  it("shows nothing on a page without a splash element, and still checks the page load", () => {
    document.body.replaceChildren();
    run(SPLASH_SCRIPT);
    expect(root.dataset.splash).toBeUndefined();
    vi.advanceTimersByTime(20_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("shows the splash until two seconds after DOMContentLoaded, independent of images and scripts", () => {
    run(SPLASH_SCRIPT);
    expect(root.dataset.splash).toBe("on");
    vi.advanceTimersByTime(3000);
    parsed();
    vi.advanceTimersByTime(1999);
    expect(root.dataset.splash).toBe("on");
    vi.advanceTimersByTime(1);
    expect(root.dataset.splash).toBeUndefined();
  });

  it("shows the splash once per browser session, also when the first page was left early", () => {
    run(SPLASH_SCRIPT);
    delete root.dataset.splash;
    run(SPLASH_SCRIPT);
    expect(root.dataset.splash).toBeUndefined();
  });

  it.each(["/admin", "/english/admin/users", "/vendedor/dashboard", "/espanol/painel"])(
    "never shows the splash on %s",
    (pathname) => {
      openAt(pathname);
      run(SPLASH_SCRIPT);
      expect(root.dataset.splash).toBeUndefined();
    },
  );

  it.each(["/sc/home", "/", "/vendedores"])("shows the splash on %s", (pathname) => {
    openAt(pathname);
    run(SPLASH_SCRIPT);
    expect(root.dataset.splash).toBe("on");
  });

  it("never shows the splash to a crawler", () => {
    vi.stubGlobal("navigator", {
      userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    });
    run(SPLASH_SCRIPT);
    vi.unstubAllGlobals();
    expect(root.dataset.splash).toBeUndefined();
  });

  it("never reloads a document that is parsed", () => {
    run(SPLASH_SCRIPT);
    vi.advanceTimersByTime(19_999);
    parsed();
    vi.advanceTimersByTime(60_000);
    expect(reload).not.toHaveBeenCalled();
    expect(root.dataset.stuck).toBeUndefined();
  });

  it("reloads a document that is not parsed after 20 s, once per session, then shows the fallback", () => {
    run(SPLASH_SCRIPT);
    vi.advanceTimersByTime(19_999);
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(root.dataset.stuck).toBeUndefined();

    run(SPLASH_SCRIPT);
    vi.advanceTimersByTime(20_000);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(root.dataset.stuck).toBe("1");
    expect(root.dataset.splash).toBeUndefined();
  });

  it.each([
    ["is blocked", undefined],
    ["takes no values", fullStorage],
  ])("never reloads when storage %s, because the reload cannot be recorded", (_name, storage) => {
    vi.stubGlobal("sessionStorage", storage);
    run(SPLASH_SCRIPT);
    vi.advanceTimersByTime(20_000);
    expect(reload).not.toHaveBeenCalled();
    expect(root.dataset.splash).toBeUndefined();
    expect(root.dataset.stuck).toBe("1");
  });
});
