import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { filesBelow } from "../support/source-files";
import { syntaxOf } from "../support/syntax";

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];
/** The wrappers of `lib/platform/handler.ts`, which check the origin of requests that may write. */
const WRAPPERS = ["publicHandler", "tokenHandler", "accountHandler", "deviceHandler"];
/** The wrapper that checks a signature instead. */
const WEBHOOK = "webhookHandler";
/** Functions of app that make a handler with a wrapper. */
const MAKERS = ["vehiclePdf", "saleDocument"];

/** Handlers that change data without the origin check, and what protects them instead. */
const EXCEPTIONS: Record<string, string> = {
  "app/api/webhooks/stripe-connect/route.ts": "takes signed events of a server and reads no cookie",
  "app/api/webhooks/stripe/route.ts": "takes signed events of a server and reads no cookie",
  "app/api/registrations/messages/[token]/route.ts": "is called by mail programs, with the secret token of the mail",
  "app/api/event-follows/[link]/route.ts": "the same; checks the origin of every other form itself",
  "app/api/[...path]/route.ts": "answers 404 to every method",
};

/** GET handlers that start work, so links from other sites must be refused. */
const WORKING_GETS = ["app/api/account-export/route.ts", "app/api/backup/route.ts"];

const STATIC = "a file that is rendered once and stored: it has no caller, limit or refusal of its own";
const STORED = "a stored file or drawing: the address decides, and nothing is checked or counted";
/** Handlers to which a wrapper would add nothing. */
const WITHOUT_WRAPPER: Record<string, string> = {
  "app/[locale]/(guide)/(brazil)/blog/rss.xml/route.ts": STATIC,
  "app/[locale]/(guide)/(brazil)/eventos/lacambeche/[stateOrEvent]/ics/route.ts": STATIC,
  "app/[locale]/(guide)/[uf]/rota/[regionSlug]/gpx/route.ts": STATIC,
  "app/[locale]/(guide)/[uf]/rota/[regionSlug]/kml/route.ts": STATIC,
  "app/[locale]/manifest.webmanifest/route.ts": STATIC,
  "app/mapa-interativo/dados/[name]/route.ts": STATIC,
  "app/serwist/[path]/route.ts": STATIC,
  "app/sitemap.xml/route.ts": STATIC,
  "app/sitemap/[file]/route.ts": STATIC,
  "app/socorro/dados.json/route.ts": STATIC,
  "app/arquivo-evento/[month]/[name]/route.ts": STORED,
  "app/arte/[month]/[name]/route.ts": STORED,
  "app/imagem-voucher/[place]/[name]/route.ts": STORED,
  "app/midia/[month]/[name]/route.ts": STORED,
  "app/qrcode/[name]/route.ts": STORED,
  "app/api/[...path]/route.ts": "answers 404 without a body to everything",
  "app/api/health/route.ts": "its status is the result of the check",
  "app/api/health/live/route.ts": "asks nothing that could fail",
  "app/api/health/ready/route.ts": "its status is the result of the check",
  "app/api/session/route.ts": "answers without an account when the backend is down, and refuses nobody",
};

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

const isWrapped = (file: string) => callsOf(file).some(({ name }) => [...WRAPPERS, WEBHOOK, ...MAKERS].includes(name));
const isChecked = (file: string) =>
  callsOf(file).some(({ name }) => WRAPPERS.includes(name)) &&
  callsOf(file).every(({ name, origin }) => !WRAPPERS.includes(name) || origin !== false);
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
    const isDeclared = (file: string) => callsOf(file).some(({ origin }) => origin === true);
    expect(WORKING_GETS.filter((file) => !isDeclared(file))).toEqual([]);
  });
});

describe("route handlers", () => {
  it("are calls of a wrapper, or there is a reason", () => {
    expect(handlers.filter((file) => !isWrapped(file) && !(file in WITHOUT_WRAPPER))).toEqual([]);
  });

  it("have a reason only where needed", () => {
    expect(Object.keys(WITHOUT_WRAPPER).filter((file) => !handlers.includes(file) || isWrapped(file))).toEqual([]);
  });
});
