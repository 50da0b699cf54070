import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { filesBelow } from "../support/source-files";
import { syntaxOf } from "../support/syntax";

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];
const CHECKS = ["requireSameOrigin", "isSameOrigin"];

/** Handlers that change something and need no check, with what protects them instead. */
const EXCEPTIONS: Record<string, string> = {
  "app/api/webhooks/stripe/route.ts": "takes signed events of a server and reads no cookie",
  "app/api/[...path]/route.ts": "answers 404 to every method",
};

/** GET handlers that begin work, which a link on another site must not do. */
const WORKING_GETS = ["app/api/backup/route.ts"];

const handlers = filesBelow("app").filter((file) => /(?:^|\/)route\.tsx?$/.test(file));

/** Names of the exported functions and constants of a file. */
function exportsOf(file: string): string[] {
  return syntaxOf(file).module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? ""));
}

/** Functions that a file calls by name. */
function callsOf(file: string): string[] {
  const names: string[] = [];
  new Visitor({ CallExpression: ({ callee }) => void (callee.type === "Identifier" && names.push(callee.name)) }).visit(syntaxOf(file).program);
  return names;
}

const isChecked = (file: string) => callsOf(file).some((name) => CHECKS.includes(name));
const isChanging = (file: string) => exportsOf(file).some((name) => CHANGING.includes(name));

describe("a route handler that changes something", () => {
  it("refuses requests of other sites", () => {
    expect(handlers.filter((file) => isChanging(file) && !isChecked(file) && !(file in EXCEPTIONS))).toEqual([]);
  });

  it("is found in every folder of handlers", () => {
    expect(handlers.filter(isChanging).length).toBeGreaterThan(10);
  });

  it("has an exception only while it exists and needs one", () => {
    expect(Object.keys(EXCEPTIONS).filter((file) => !handlers.includes(file) || !isChanging(file) || isChecked(file))).toEqual([]);
  });

  it("checks GET too where that begins work", () => {
    expect(WORKING_GETS.filter((file) => !isChecked(file))).toEqual([]);
  });
});
