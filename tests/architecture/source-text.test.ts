import { describe, expect, it } from "vitest";
import { filesBelow, isCode, productCode, readSource, topLevelEntries } from "../support/source-files";
import { textsOf } from "../support/syntax";

/** Files that may write raw HTML: constant strings, or JSON with escaped `<`. */
const RAW_HTML = [
  "app/[locale]/layout.tsx",
  "components/site/layout/splash.tsx",
  "components/ui/json-ld.tsx",
  "components/ui/script-text.tsx",
];

const kept = topLevelEntries().flatMap(filesBelow);
const texts = kept.filter(
  (file) => /\.(?:tsx?|m?ts|json|sql|css|md|toml|html|svg|example)$|^\.\w/.test(file) && file !== "package-lock.json",
);

const matching = (files: readonly string[], pattern: RegExp) => files.filter((file) => pattern.test(readSource(file)));

describe("source code", () => {
  it("reads process.env only in lib/platform/env.ts", () => {
    const readers = matching(productCode(), /process\s*(?:\.|\?\.|\[\s*["'])\s*env/);
    expect(readers).toEqual(["lib/platform/env.ts"]);
  });

  it("writes raw HTML only in the listed files", () => {
    expect(matching(productCode(), /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML/).sort()).toEqual(
      RAW_HTML,
    );
  });

  it("has no internal language ids in links: /pt-BR, /en-US and /es-419 are folders, not addresses", () => {
    const links = productCode().flatMap((file) =>
      textsOf(file)
        .filter(({ value }) => /^\/(?:pt-BR|en-US|es-419)(?:\/|$)/.test(value))
        .map(({ value, line }) => `${file}:${line} ${value}`),
    );
    expect(links).toEqual([]);
  });

  it("asks for no language in what server actions run, because Next.js has no root parameters there", () => {
    const lib = productCode().filter((file) => file.startsWith("lib/"));
    expect(matching(lib, /getMessages\(\)|getTranslations\((?!\{ locale)/)).toEqual([]);
    // The guard and the redirects run while a page is rendered.
    expect(matching(lib, /getLocale\(\)/).sort()).toEqual([
      "lib/platform/auth/guard.ts",
      "lib/platform/redirects/queries.ts",
    ]);
  });

  it("marks queries, mutations and services as server-only and actions as server actions", () => {
    const lib = productCode().filter((file) => /^lib\/(?!platform\/)/.test(file));
    const open = lib.filter(
      (file) =>
        /\/(?:queries|mutations|service)\.ts$/.test(file) && !readSource(file).startsWith('import "server-only";'),
    );
    const unmarked = lib.filter(
      (file) => file.endsWith("/actions.ts") && !readSource(file).startsWith('"use server";'),
    );
    expect([...open, ...unmarked]).toEqual([]);
  });

  it("names the columns in every select", () => {
    expect(matching(productCode(), /\.select\(\s*(?:\)|["'`]\s*\*)/)).toEqual([]);
  });

  it("has no paths outside the repository", () => {
    expect(texts.length).toBeGreaterThan(200);
    expect(matching(texts, /(?:\.\.\/)+shared\/|(?<![\w.)\]}])\/(?:work|root|Users|mnt|tmp)\/\w/)).toEqual([]);
  });

  it("has no TODO comments", () => {
    expect(matching(kept.filter(isCode), /\/\/\s*(?:TO-?DO|FIX-?ME|XXX|HACK)\b/i)).toEqual([]);
  });
});
