import { describe, expect, it } from "vitest";
import { findCycle, graphOf, groupOf, GROUPS, isForComponents, LAYERS, layerOf, nounOf } from "../support/layers";
import { filesBelow, isCode, isTest, productCode } from "../support/source-files";
import { importsOf, type Import } from "../support/syntax";

const imports = productCode().flatMap(importsOf);
const outside = ["scripts", "supabase", "tests", "web"].flatMap(filesBelow).filter(isCode).flatMap(importsOf);
const shown = (list: readonly Import[]) => list.map(({ from, to }) => `${from} → ${to}`);

describe("imports", () => {
  it("follow the layers: app → components → lib", () => {
    const upwards = imports.filter(({ from, to }) => {
      const [own, other] = [layerOf(from), layerOf(to)];
      return own && other && LAYERS.indexOf(other) < LAYERS.indexOf(own);
    });
    expect(shown(upwards)).toEqual([]);
  });

  it("go from a group only to itself and the groups below it", () => {
    const upwards = imports.filter(({ from, to }) => {
      const [own, other] = [groupOf(from), groupOf(to)];
      return own && other && GROUPS.indexOf(other) > GROUPS.indexOf(own);
    });
    expect(shown(upwards)).toEqual([]);
  });

  it("of app exist only in app", () => {
    const intruders = [...imports, ...outside].filter(
      ({ from, to }) => to.startsWith("app/") && !from.startsWith("app/"),
    );
    expect(shown(intruders)).toEqual([]);
  });

  it("of scripts, the web server, the embedded backend or tests do not exist in the product", () => {
    expect(shown(imports.filter(({ to }) => /^(?:scripts|supabase|tests|web)\//.test(to)))).toEqual([]);
  });

  it("of the web server are its own files, packages and these modules of lib/platform", () => {
    const allowed =
      /^(?:web\/|lib\/platform\/(?:address-group|bounded-limiter|cache-tags|csp|device-storage\/rules|env|expired-tags|http-methods|hydrated-event|i18n\/routing|inline-scripts|log|metrics|page-cache|paths|report|request-id|status-pages|request-target|server-functions|shared-counts|supabase\/database-constants\/\w+)\.ts$)/;
    const local = outside.filter(
      ({ from, to }) =>
        from.startsWith("web/") &&
        /^(?:app|components|lib|messages|scripts|supabase|tests|web|middleware\.ts|next\.config\.ts)(?:\/|$)/.test(to),
    );
    expect(local.length).toBeGreaterThan(20);
    expect(shown(local.filter(({ to }) => !allowed.test(to)))).toEqual([]);
  });

  it("of the web server exist outside it only in scripts and tests", () => {
    expect(
      shown(outside.filter(({ from, to }) => to.startsWith("web/") && !/^(?:web|scripts|tests)\//.test(from))),
    ).toEqual([]);
  });

  it("of the middleware come from lib/platform only", () => {
    const wrong = imports.filter(({ from, to }) => from === "middleware.ts" && !/^(?:lib\/platform\/|next\/)/.test(to));
    expect(shown(wrong)).toEqual([]);
  });

  it("have no cycles, including type imports", () => {
    expect(findCycle(graphOf(imports, ({ from, to }) => (layerOf(to) ? [from, to] : null)))).toBeNull();
  });

  it("between nouns go in one direction only", () => {
    const graph = graphOf(imports, ({ from, to }) => {
      const [own, other] = [nounOf(from), nounOf(to)];
      return own && other && own !== other ? [own, other] : null;
    });
    expect(findCycle(graph)).toBeNull();
  });

  it("of lib in components are types, schema, rules, actions or listed platform modules", () => {
    expect(shown(imports.filter((item) => layerOf(item.from) === "components" && !isForComponents(item)))).toEqual([]);
  });

  it("refer to existing files", () => {
    const local = imports.filter(({ to }) => layerOf(to) !== null);
    expect(local.length).toBeGreaterThan(100);
    expect(shown(local.filter(({ to }) => !/\.\w+$/.test(to)))).toEqual([]);
  });
});

describe("restricted imports", () => {
  it("allow @supabase packages only in lib/platform/supabase and supabase/local", () => {
    const users = [...imports, ...outside].filter(
      ({ to, from }) => to.startsWith("@supabase/") && !from.startsWith("tests/"),
    );
    expect(shown(users.filter(({ from }) => !/^(?:lib\/platform\/supabase|supabase\/local)\//.test(from)))).toEqual([]);
  });

  it("allow a provider's SDK only in its domain's service.ts", () => {
    const kits = imports.filter(({ to }) =>
      /^(?:stripe$|@stripe\/|nodemailer$|web-push$|resend$|twilio$|openai$|ai$|@ai-sdk\/|@sentry\/)/.test(to),
    );
    // Stripe's browser SDK is loaded in one separate file.
    expect(
      shown(
        kits.filter(
          ({ from }) =>
            !/^(?:lib\/[^/]+\/[^/]+\/service\.ts|components\/commerce\/payments\/load-stripe\.ts)$/.test(from),
        ),
      ),
    ).toEqual([]);
  });

  it("allow the service client only in route handlers, three domains and jobs", () => {
    const users = [...imports, ...outside].filter(
      ({ to, typeOnly, from }) => to === "lib/platform/supabase/service.ts" && !typeOnly && !isTest(from),
    );
    expect(users.length).toBeGreaterThan(0);
    expect(
      shown(
        users.filter(
          ({ from }) =>
            !/^(?:app\/api\/|app\/.+\/route\.ts$|lib\/(?:accounts\/accounts|events\/codes|platform\/failed-attempts)\/service\.ts$|supabase\/jobs\/)/.test(
              from,
            ),
        ),
      ),
    ).toEqual([]);
  });
});
