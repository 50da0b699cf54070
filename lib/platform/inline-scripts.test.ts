// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LANGUAGE, LANGUAGE_COOKIE, localePath, splitPath } from "./i18n/routing";
import { LOCALES } from "./supabase/database-constants/platform";
import { LANGUAGE_SCRIPT, LARGE_TEXT_SCRIPT, SPLASH_SCRIPT, THEME_SCRIPT } from "./inline-scripts";

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

describe("the script for large text", () => {
  it.each([
    [390, "16px", false],
    [320, "16px", false],
    [390, "32px", true],
    [195, "16px", true],
    [844, "32px", false],
    [430, "24px", true],
  ])("%s px with text of %s: %s", (width, size, isLarge) => {
    Object.defineProperty(root, "clientWidth", { configurable: true, value: width });
    root.style.fontSize = size;
    run(LARGE_TEXT_SCRIPT);
    expect(root.hasAttribute("data-large-text")).toBe(isLarge);
  });

  it("follows a phone that is turned", () => {
    root.style.fontSize = "32px";
    run(LARGE_TEXT_SCRIPT);
    for (const [width, isLarge] of [
      [390, true],
      [844, false],
    ] as const) {
      Object.defineProperty(root, "clientWidth", { configurable: true, value: width });
      window.dispatchEvent(new Event("resize"));
      expect(root.hasAttribute("data-large-text")).toBe(isLarge);
    }
  });
});

describe("the language script", () => {
  const replace = vi.fn<(address: string) => void>();
  const ORIGIN = "https://portal.example";

  /** Opens an address and returns the address that the script goes to, without the origin; null when it stays. */
  function open(address: string, { referrer = "", onLine = true, userAgent = "Mozilla/5.0" } = {}): string | null {
    const { pathname, search, hash, origin, href } = new URL(ORIGIN + address);
    vi.stubGlobal("location", { pathname, search, hash, origin, href, replace });
    vi.stubGlobal("navigator", { onLine, userAgent });
    Object.defineProperty(document, "referrer", { value: referrer && ORIGIN + referrer, configurable: true });
    replace.mockReset();
    run(LANGUAGE_SCRIPT);
    const target = replace.mock.calls[0]?.[0];
    expect(target === undefined || target.startsWith(`${ORIGIN}/`) || target === ORIGIN).toBe(true);
    return target === undefined ? null : target.slice(ORIGIN.length);
  }

  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(document, "referrer");
    document.cookie = `${LANGUAGE_COOKIE}=; max-age=0`;
  });

  it.each(["/", "/home", "/sc/home", "/es/home", "/e/ABC123?utm=qr#a", "/englishman", "/english", "/espanol/es/home"])(
    "%s opens in each stored language and then stays",
    (address) => {
      const { pathname, search, hash } = new URL(ORIGIN + address);
      const { locale, path } = splitPath(pathname);
      for (const stored of LOCALES) {
        localStorage.setItem(LANGUAGE_COOKIE, LANGUAGE[stored]);
        const target = localePath(stored, path) + search + hash;
        expect(open(address)).toBe(stored === locale ? null : target);
        expect(open(target)).toBeNull();
      }
    },
  );

  it.each([null, "fr", "constructor", ""])("stays for the stored value %s", (stored) => {
    if (stored !== null) localStorage.setItem(LANGUAGE_COOKIE, stored);
    expect(open("/english/sc/home")).toBeNull();
    expect(open("/sc/home")).toBeNull();
  });

  it("uses the cookie where both are stored or storage is blocked", () => {
    document.cookie = `${LANGUAGE_COOKIE}=es-419`;
    localStorage.setItem(LANGUAGE_COOKIE, "en");
    expect(open("/sc/home")).toBe("/espanol/sc/home");
    vi.stubGlobal("localStorage", undefined);
    expect(open("/sc/home")).toBe("/espanol/sc/home");
  });

  it("stays on this site when the path begins with two slashes", () => {
    localStorage.setItem(LANGUAGE_COOKIE, "pt");
    expect(open("/english//evil.example/x")).toBe("//evil.example/x");
  });

  it.each([
    ["a crawler", { userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
    ["a device without a connection", { onLine: false }],
    ["a redirect that leads back", { referrer: "/sc/home" }],
  ])("stays for %s", (_name, visit) => {
    localStorage.setItem(LANGUAGE_COOKIE, "en");
    expect(open("/sc/home", visit)).toBeNull();
    expect(root.dataset.leaving).toBeUndefined();
  });

  it.each(LOCALES)("a click on the link of %s stores it before anything else loads", (locale) => {
    document.body.innerHTML = `<a data-language="${locale}" href="#"><span>x</span></a><p>y</p>`;
    open("/home");
    document.querySelector("p")!.click();
    expect(localStorage.getItem(LANGUAGE_COOKIE)).toBeNull();
    document.querySelector("span")!.click();
    expect(localStorage.getItem(LANGUAGE_COOKIE)).toBe(LANGUAGE[locale]);
    expect(document.cookie).toContain(`${LANGUAGE_COOKIE}=${locale}`);
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

  it("does not show the splash on a page that is left for another language", () => {
    root.dataset.leaving = "1";
    run(SPLASH_SCRIPT);
    expect(root.dataset.splash).toBeUndefined();
    expect(sessionStorage.length).toBe(0);
  });

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
