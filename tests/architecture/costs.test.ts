import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { DECLARED_COSTS } from "../support/costs";
import { filesBelow, productCode } from "../support/source-files";
import { importsOf, syntaxOf } from "../support/syntax";

/** Modules whose work takes much more time or memory than a page: pictures, documents, sheets, archives, routes. */
const EXPENSIVE =
  /^(?:lib\/platform\/(?:sharp|pdf|pdf-writer)\.ts|@react-pdf\/renderer|next\/og|papaparse|fflate|lib\/geo\/roads\/service\.ts|lib\/travel\/facts\/queries\.ts|lib\/guide\/offline-packs\/queries\.ts|lib\/accounts\/privacy\/queries\.ts)$/;
/** Functions that take points from a budget; the first argument is its name. */
const TAKING = ["runCostly", "streamCostly"];

/** Handlers that import such a module and do not use its expensive part. */
const CHEAP: Record<string, string> = {
  "app/[locale]/(plain)/viagem/[token]/[format]/route.ts": "writes the stored line of a trip",
  "app/[locale]/(traveller)/planejador-rota/[tripId]/[format]/route.ts": "writes the stored line of a trip",
  "app/api/auth/callback/route.ts": "opens a session; the same file also writes the copy of an account",
  "app/api/trip-outings/route.ts": "filters the towns by their distance",
  "app/api/trip-places/route.ts": "reads one page of the guide",
};

const handlers = filesBelow("app").filter((file) => /(?:^|\/)route\.tsx?$/.test(file));

type Found = { isExpensive: boolean; costs: Set<string> };

/** The budgets that a file and the functions it imports take from. */
function costsIn(file: string): string[] {
  const costs: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== "Identifier" || !TAKING.includes(callee.name)) return;
      if (first?.type === "Literal" && typeof first.value === "string") costs.push(first.value);
    },
    // A handler that declares the cost of its whole answer.
    Property({ key, value }) {
      if (key.type !== "Identifier" || key.name !== "cost" || value.type !== "ObjectExpression") return;
      for (const one of value.properties)
        if (one.type === "Property" && one.value.type === "Literal" && typeof one.value.value === "string")
          costs.push(one.value.value);
    },
  }).visit(syntaxOf(file).program);
  return costs;
}

/** Follows the imports that exist at run time. */
function follow(
  file: string,
  seen = new Set<string>(),
  found: Found = { isExpensive: false, costs: new Set() },
): Found {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const cost of costsIn(file)) found.costs.add(cost);
  for (const { to, typeOnly } of importsOf(file)) {
    if (typeOnly) continue;
    if (EXPENSIVE.test(to)) found.isExpensive = true;
    if (/^(?:app|lib)\//.test(to)) follow(to, seen, found);
  }
  return found;
}

describe("expensive work", () => {
  it("is declared with its cost for every route handler that does it", () => {
    const expensive = handlers.filter((file) => follow(file).isExpensive);
    expect(expensive.filter((file) => !(file in DECLARED_COSTS || file in CHEAP))).toEqual([]);
    expect(Object.keys(CHEAP).filter((file) => !expensive.includes(file))).toEqual([]);
    expect(Object.keys(DECLARED_COSTS).filter((file) => !expensive.includes(file))).toEqual([]);
  });

  it.each(Object.entries(DECLARED_COSTS))("of %s takes points from its budgets %j", (file, costs) => {
    expect([...follow(file).costs]).toEqual(expect.arrayContaining([...costs]));
  });

  it("uses sharp only with the limits of lib/platform/sharp.ts", () => {
    const users = productCode()
      .flatMap(importsOf)
      .filter(({ to, typeOnly }) => to === "sharp" && !typeOnly);
    expect(users.map(({ from }) => from)).toEqual(["lib/platform/sharp.ts"]);
  });
});
