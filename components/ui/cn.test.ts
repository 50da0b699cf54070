import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { clsx } from "clsx";
import { twMerge } from "tailwind-merge";
import { expect, it } from "vitest";
import { cn } from "./cn";

const SOURCES = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(path.join(folder, file), "utf8")),
);
const textsOf = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, text]) => text!);

/** Classes in the attributes of a component, by its name. */
function givenTo(name: string): string[] {
  const tag = new RegExp(`<${name}\\b(?:[^>"]|"[^"]*"|=>)*?\\s(?:className|width)="([^"]*)"`, "g");
  return SOURCES.flatMap((source) => textsOf(source, tag));
}

it("keeps what the whole configuration of tailwind-merge keeps, for every class that a component has and is given", () => {
  const components = SOURCES.filter((source) => /\b(?:cn|cva)\(/.test(source)).map((source) => ({
    own: ["", ...textsOf(source, /"([^"\n]+)"/g)],
    given: textsOf(source, /export function ([A-Z]\w*)/g).flatMap(givenTo),
  }));
  const pairs = components.flatMap(({ own, given }) => own.flatMap((one) => given.map((more) => [one, more] as const)));
  expect(pairs.length).toBeGreaterThan(1000);
  const differing = pairs
    .map((classes) => [cn(classes), twMerge(clsx(classes))])
    .filter(([kept, whole]) => kept !== whole);
  expect(differing).toEqual([]);
});
