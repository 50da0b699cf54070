import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { filesBelow } from "../support/source-files";
import { syntaxOf } from "../support/syntax";

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];
const CHECKS = ["requireSameOrigin", "isSameOrigin"];
/** The wrappers of `lib/platform/handler.ts` that check the origin of requests that may write. */
const WRAPPERS = ["publicHandler", "tokenHandler", "accountHandler", "deviceHandler"];

/** Handlers that change data without the origin check, and what protects them instead. */
const EXCEPTIONS: Record<string, string> = {
  "app/api/webhooks/stripe/route.ts": "takes signed events of a server and reads no cookie",
  "app/api/registrations/messages/[token]/route.ts": "is called by mail programs, with the secret token of the mail",
  "app/api/[...path]/route.ts": "answers 404 to every method",
};

/** GET handlers that start work, so links from other sites must be refused. */
const WORKING_GETS = ["app/api/backup/route.ts"];

const handlers = filesBelow("app").filter((file) => /(?:^|\/)route\.tsx?$/.test(file));

/** Names of the exported functions and constants of a file. */
function exportsOf(file: string): string[] {
  return syntaxOf(file).module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name ?? ""),
  );
}

/** The functions that a file calls, with what the call declares about the origin. */
function callsOf(file: string): { name: string; origin: unknown }[] {
  const calls: { name: string; origin: unknown }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== "Identifier") return;
      const declared = given.flatMap((one) => (one.type === "ObjectExpression" ? one.properties : []));
      const origin = declared.flatMap((one) =>
        one.type === "Property" && one.key.type === "Identifier" && one.key.name === "origin" ? [one.value] : [],
      )[0];
      calls.push({ name: callee.name, origin: origin?.type === "Literal" ? origin.value : undefined });
    },
  }).visit(syntaxOf(file).program);
  return calls;
}

const isChecked = (file: string) =>
  callsOf(file).some(({ name, origin }) => CHECKS.includes(name) || (WRAPPERS.includes(name) && origin !== false));
const isChanging = (file: string) => exportsOf(file).some((name) => CHANGING.includes(name));

describe("route handlers that change data", () => {
  it("refuse requests from other sites", () => {
    expect(handlers.filter((file) => isChanging(file) && !isChecked(file) && !(file in EXCEPTIONS))).toEqual([]);
  });

  it("are found in every folder of handlers", () => {
    expect(handlers.filter(isChanging).length).toBeGreaterThan(10);
  });

  it("have exceptions only where needed", () => {
    expect(
      Object.keys(EXCEPTIONS).filter((file) => !handlers.includes(file) || !isChanging(file) || isChecked(file)),
    ).toEqual([]);
  });

  it("also check GET when it starts work", () => {
    const isDeclared = (file: string) =>
      callsOf(file).some(({ name, origin }) => CHECKS.includes(name) || (WRAPPERS.includes(name) && origin === true));
    expect(WORKING_GETS.filter((file) => !isDeclared(file))).toEqual([]);
  });
});
