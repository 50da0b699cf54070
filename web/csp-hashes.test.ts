import { describe, expect, it } from "vitest";
import { sha256Source } from "../lib/platform/csp";
import { LANGUAGE_SCRIPT, SPLASH_SCRIPT, THEME_SCRIPT } from "../lib/platform/inline-scripts";
import { hashedCsp, isAllowedScript } from "./csp-hashes";

const PUSH = 'self.__next_f.push([1,"0:{\\"a\\":1}"])';
const FIRST_PUSH = "(self.__next_f=self.__next_f||[]).push([0])";
const inline = (...scripts: string[]) =>
  `<html><head>${scripts.map((text) => `<script>${text}</script>`).join("")}</head></html>`;
const scriptSources = (policy: string) => /script-src ([^;]+)/.exec(policy)?.[1] ?? "";

describe("isKnownScript", () => {
  it.each([
    ["the language script", LANGUAGE_SCRIPT],
    ["the theme script", THEME_SCRIPT],
    ["the splash script", SPLASH_SCRIPT],
    ["the framework's first push", FIRST_PUSH],
    ["a push of data", PUSH],
    ["a push that carries markup as data", 'self.__next_f.push([1,"<img onerror=alert(1)>"])'],
  ])("accepts %s", (_name, body) => {
    expect(isAllowedScript(body)).toBe(true);
  });

  it.each([
    ["plain code", "alert(1)"],
    ["code after a push", `${PUSH};alert(1)`],
    ["code between two pushes", `${PUSH};alert(1);self.__next_f.push([2])`],
    ["code as an argument", "self.__next_f.push([alert(1)])"],
    ["a call in a template", "self.__next_f.push([`${alert(1)}`])"],
    ["a second argument", 'self.__next_f.push([1],alert("x"))'],
    ["a comma behind the data", "self.__next_f.push([1].concat(alert(1)))"],
    ["our script with an addition", `${THEME_SCRIPT};alert(1)`],
    ["nothing", ""],
  ])("rejects %s", (_name, body) => {
    expect(isAllowedScript(body)).toBe(false);
  });
});

describe("hashedCsp", () => {
  it("contains the hash of every known script once", () => {
    const sources = scriptSources(hashedCsp(inline(THEME_SCRIPT, PUSH, PUSH, FIRST_PUSH)));
    for (const script of [THEME_SCRIPT, PUSH, FIRST_PUSH])
      expect(sources.split(" ").filter((one) => one === sha256Source(script))).toHaveLength(1);
  });

  it("contains no hash of an injected script, wherever a hostile title contains it", () => {
    const hostile = "document.title='pwned'";
    const sources = scriptSources(
      hashedCsp(`<h1></script><script>${hostile}</script></h1>${inline(PUSH, hostile, `${PUSH};${hostile}`)}`),
    );
    expect(sources.match(/sha256-/g)).toHaveLength(1);
    expect(sources).not.toContain(sha256Source(hostile));
  });

  it("leaves scripts with a src to 'self'", () => {
    expect(scriptSources(hashedCsp('<script src="/_next/x.js" async></script>'))).not.toContain("sha256-");
  });
});
