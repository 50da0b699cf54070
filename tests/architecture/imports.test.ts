import { describe, expect, it } from "vitest";
import { domainOf, findCycle, graphOf, isForComponents, LAYERS, layerOf } from "../support/layers";
import { filesBelow, isCode, isTest, productCode } from "../support/source-files";
import { importsOf, type Import } from "../support/syntax";

const imports = productCode().flatMap(importsOf);
const outside = ["scripts", "supabase", "tests"].flatMap(filesBelow).filter(isCode).flatMap(importsOf);
const shown = (list: readonly Import[]) => list.map(({ from, to }) => `${from} → ${to}`);

describe("imports", () => {
  it("only go down: app → components → lib/admin → lib/<domain> → lib/platform", () => {
    const upwards = imports.filter(({ from, to }) => {
      const [own, other] = [layerOf(from), layerOf(to)];
      return own && other && LAYERS.indexOf(other) < LAYERS.indexOf(own);
    });
    expect(shown(upwards)).toEqual([]);
  });

  it("never reach app from outside it", () => {
    const intruders = [...imports, ...outside].filter(({ from, to }) => to.startsWith("app/") && !from.startsWith("app/"));
    expect(shown(intruders)).toEqual([]);
  });

  it("never reach scripts, the embedded backend or tests from the product", () => {
    expect(shown(imports.filter(({ to }) => /^(?:scripts|supabase|tests)\//.test(to)))).toEqual([]);
  });

  it("lead from the middleware to the platform only", () => {
    const wrong = imports.filter(({ from, to }) => from === "middleware.ts" && !/^(?:lib\/platform\/|next\/)/.test(to));
    expect(shown(wrong)).toEqual([]);
  });

  it("form no circle, types included", () => {
    expect(findCycle(graphOf(imports, ({ from, to }) => (layerOf(to) ? [from, to] : null)))).toBeNull();
  });

  it("join domains one way only", () => {
    const graph = graphOf(imports, ({ from, to }) => {
      const [own, other] = [domainOf(from), domainOf(to)];
      return own && other && own !== other ? [own, other] : null;
    });
    expect(findCycle(graph)).toBeNull();
  });

  it("bring components nothing from lib but types, schema, rules, actions and the listed parts of the platform", () => {
    expect(shown(imports.filter((item) => layerOf(item.from) === "components" && !isForComponents(item)))).toEqual([]);
  });

  it("name files that exist", () => {
    const local = imports.filter(({ to }) => layerOf(to) !== null);
    expect(local.length).toBeGreaterThan(100);
    expect(shown(local.filter(({ to }) => !/\.\w+$/.test(to)))).toEqual([]);
  });
});

describe("the doors", () => {
  it("@supabase packages stay in lib/platform/supabase and supabase/local", () => {
    const users = [...imports, ...outside].filter(({ to, from }) => to.startsWith("@supabase/") && !from.startsWith("tests/"));
    expect(shown(users.filter(({ from }) => !/^(?:lib\/platform\/supabase|supabase\/local)\//.test(from)))).toEqual([]);
  });

  it("a provider's kit stays in its domain's service.ts", () => {
    const kits = imports.filter(({ to }) => /^(?:stripe$|@stripe\/|nodemailer$|web-push$|resend$|twilio$|openai$|ai$|@ai-sdk\/|@sentry\/)/.test(to));
    // The browser's half of Stripe runs in the browser, in one file of its own.
    expect(shown(kits.filter(({ from }) => !/^(?:lib\/[^/]+\/service\.ts|components\/payments\/load-stripe\.ts)$/.test(from)))).toEqual([]);
  });

  it("the service client is opened in route handlers, lib/accounts/service.ts and jobs only", () => {
    const users = [...imports, ...outside].filter(({ to, typeOnly, from }) => to === "lib/platform/supabase/service.ts" && !typeOnly && !isTest(from));
    expect(users.length).toBeGreaterThan(0);
    expect(shown(users.filter(({ from }) => !/^(?:app\/api\/|app\/.+\/route\.ts$|lib\/accounts\/service\.ts$|supabase\/jobs\/)/.test(from)))).toEqual([]);
  });
});
