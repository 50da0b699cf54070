import { describe, expect, it } from "vitest";
import { filesBelow, isCode, productCode, readSource, topLevelEntries } from "../support/source-files";
import { textsOf } from "../support/syntax";

/** Each writes a literal of ours or JSON whose `<` is escaped. */
const RAW_HTML = ["app/[locale]/layout.tsx", "components/layout/json-ld.tsx", "components/layout/splash.tsx"];

const kept = topLevelEntries().flatMap(filesBelow);
const texts = kept.filter((file) => /\.(?:tsx?|m?ts|json|sql|css|md|toml|html|svg|example)$|^\.\w/.test(file) && file !== "package-lock.json");

const matching = (files: readonly string[], pattern: RegExp) => files.filter((file) => pattern.test(readSource(file)));

describe("what sources may say", () => {
  it("process.env is read by lib/platform/env.ts and by nobody else in the product", () => {
    const readers = matching(productCode(), /process\s*(?:\.|\?\.|\[\s*["'])\s*env/);
    expect(readers).toEqual(["lib/platform/env.ts"]);
  });

  it("raw HTML is written by named files only", () => {
    expect(matching(productCode(), /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML/).sort()).toEqual(RAW_HTML);
  });

  it("links carry no internal language id: /pt-BR, /en-US and /es-419 are folders, not addresses", () => {
    const links = productCode().flatMap((file) =>
      textsOf(file)
        .filter(({ value }) => /^\/(?:pt-BR|en-US|es-419)(?:\/|$)/.test(value))
        .map(({ value, line }) => `${file}:${line} ${value}`),
    );
    expect(links).toEqual([]);
  });

  it("queries, mutations and services stay on the server, actions are server actions", () => {
    const lib = productCode().filter((file) => /^lib\/(?!platform\/)/.test(file));
    const open = lib.filter((file) => /\/(?:queries|mutations|service)\.ts$/.test(file) && !readSource(file).startsWith('import "server-only";'));
    const unmarked = lib.filter((file) => file.endsWith("/actions.ts") && !readSource(file).startsWith('"use server";'));
    expect([...open, ...unmarked]).toEqual([]);
  });

  it("reads name their columns", () => {
    expect(matching(productCode(), /\.select\(\s*(?:\)|["'`]\s*\*)/)).toEqual([]);
  });

  it("nothing names a place outside the repository or a machine's own folders", () => {
    expect(texts.length).toBeGreaterThan(200);
    expect(matching(texts, /(?:\.\.\/)+shared\/|(?<![\w.)\]}])\/(?:work|root|Users|mnt|tmp)\/\w/)).toEqual([]);
  });

  it("nothing is left for later", () => {
    expect(matching(kept.filter(isCode), /\/\/\s*(?:TO-?DO|FIX-?ME|XXX|HACK)\b/i)).toEqual([]);
  });
});
