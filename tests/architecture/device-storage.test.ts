import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as keys from "@/lib/platform/device-storage/rules";
import { DEVICE_STORAGE } from "@/lib/platform/device-storage/schema";
import * as cookies from "@/lib/platform/auth/cookies";
import { INLINE_SCRIPTS, LANGUAGE_SCRIPT, SPLASH_SCRIPT, THEME_SCRIPT } from "@/lib/platform/inline-scripts";
import { LANGUAGE_COOKIE } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { messagesOf } from "../support/messages";
import { filesBelow, isCode, isTest, productCode, readSource } from "../support/source-files";

/** Calls that read, write or delete device storage, up to the key argument. */
const CALLS = [
  /\b(?:localStorage|sessionStorage)\.(?:getItem|setItem|removeItem)\(\s*/g,
  /\b(?:cookies\(\)\)|cookies|jar)\.(?:set|get|has|delete)\(\s*/g,
  /\bcaches\.(?:open|delete|has)\(\s*/g,
  /\bcacheName:(?!\s*string\b)\s*/g,
  /\bstorageKey=\{?\s*/g,
  /\bdevice\.(?:readDraft|writeDraft|dropDraft)(?:<\w+>)?\("(?:local|session)Storage",\s*/g,
  /\bindexedDB\.open\(\s*/g,
  /\bdocument\.cookie\s*=\s*/g,
];

/** Allowed forms of a key: a constant of lib/platform/device-storage or lib/platform/auth/cookies, or a function that starts with one. */
const DECLARED =
  /^(?:`\$\{)?(?:[A-Z][A-Z_]*(?:_KEY|_COOKIE|_CACHE|_PREFIX)\b|SESSION_COOKIE\.name\b|keyOf\(|nameOf\(|packCache\(|cacheName\b|name\b)/;
const FILES = [...productCode(), ...filesBelow("web"), ...filesBelow("supabase/local")].filter(
  (file) => isCode(file) && !isTest(file),
);
/** Inline scripts are strings without imports; a separate test compares their key names. */
const INLINE = "lib/platform/inline-scripts.ts";

const uses = FILES.filter((file) => file !== INLINE).flatMap((file) => {
  const source = readSource(file);
  return CALLS.flatMap((call) =>
    [...source.matchAll(call)].map((match) => ({
      file,
      key: source.slice(match.index + match[0].length, match.index + match[0].length + 60).split("\n")[0]!,
    })),
  );
});

const constants = Object.entries({ ...keys, ...cookies }).flatMap(([name, value]) =>
  typeof value === "string" ? [{ name, value: value as string }] : [],
);
const declared = DEVICE_STORAGE.map(({ name }) => name as string);

describe("privacy text", () => {
  const policy = JSON.parse(readSource("supabase/seed/content-extra/legal.json")) as {
    key: string;
    version: string;
    body_md: Record<string, string>;
  }[];
  const newest = policy.filter(({ key }) => key === "politica-de-privacidade").at(-1)!;

  it.each(["pt", "en", "es"])("lists exactly the cookies in use, in %s", (language) => {
    const text = newest.body_md[language]!;
    const section = text.slice(text.indexOf("## 4."), text.indexOf("## 5."));
    const named = [...section.matchAll(/^- \*\*([\w-]+)\*\*/gm)].map(([, name]) => name!);
    expect(named.toSorted()).toEqual(
      DEVICE_STORAGE.filter(({ place }) => place === "cookie")
        .map(({ name }) => name as string)
        .toSorted(),
    );
  });
});

describe("device storage", () => {
  it("search finds calls in the code", () => {
    expect(uses.length).toBeGreaterThan(40);
    expect(uses).toContainEqual(expect.objectContaining({ file: "components/ui/flash.ts" }));
  });

  it("uses a declared key in every call", () => {
    expect(uses.filter(({ key }) => !DECLARED.test(key))).toEqual([]);
  });

  it("has every key in the list of the privacy page", () => {
    expect(constants.filter(({ value }) => !declared.includes(value))).toEqual([]);
  });

  it("has no unused keys in the list", () => {
    const code =
      FILES.filter(
        (file) => !file.startsWith("lib/platform/device-storage/") && file !== "lib/platform/auth/cookies.ts",
      )
        .map(readSource)
        .join("\n") + INLINE_SCRIPTS.join("");
    const unused = constants.filter(
      ({ name, value }) => !code.includes(name) && !new RegExp(`s\\.${value}\\b|"${value}"`).test(code),
    );
    expect(unused).toEqual([]);
  });

  it("uses the same key names in inline scripts", () => {
    const inline = `${THEME_SCRIPT}${SPLASH_SCRIPT}`;
    const read = [
      ...inline.matchAll(/getItem\("(\w+)"\)/g),
      ...inline.matchAll(/\bs\.(\w+)/g),
      ...inline.matchAll(/\(\?:\^\|; \)(\w+)=/g),
    ].map(([, name]) => name!);
    expect(new Set(read)).toEqual(new Set([keys.THEME_KEY, keys.SPLASH_KEY, keys.RELOADED_KEY, cookies.HINT_COOKIE]));
    expect(LANGUAGE_SCRIPT).toContain(`k="${LANGUAGE_COOKIE}"`);
    expect(LANGUAGE_SCRIPT).toContain(`; )${LANGUAGE_COOKIE}=`);
    expect(LANGUAGE_SCRIPT).toContain(`max-age=${keys.COOKIE_SECONDS.language};`);
  });

  it("uses the service worker library's names for its cache and database", () => {
    const library = readdirSync("node_modules/serwist/dist", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".js") || file.endsWith(".mjs"))
      .map((file) => readFileSync(`node_modules/serwist/dist/${file}`, "utf8"))
      .join("\n");
    for (const text of ['prefix: "serwist"', 'precache: "precache-', '"serwist-expiration"'])
      expect(library).toContain(text);
    expect(declared).toEqual(expect.arrayContaining(["serwist-precache", "serwist-expiration"]));
  });

  it.each(LOCALES)("has a description of the purpose in %s", (locale) => {
    const messages = messagesOf(locale);
    expect(
      DEVICE_STORAGE.filter(({ id }) => !messages.get(`accounts/privacy.storage.purpose.${id}`)).map(({ id }) => id),
    ).toEqual([]);
  });
});
