import { describe, expect, it } from "vitest";
import {
  attributesOf,
  makesOf,
  needsConfirmation,
  openHoursOf,
  schemaTypeOf,
  servicePath,
  servicesPath,
} from "./rules";

describe("attributes", () => {
  it("include only those that are true, in the order of the filters", () => {
    expect(attributesOf({ bodywork: true, gated: true, ramp_ok: false, makes: ["Volkswagen"], unknown: true })).toEqual(
      ["gated", "bodywork"],
    );
    expect([attributesOf(null), attributesOf("gated"), attributesOf([])]).toEqual([[], [], []]);
  });

  it("include the makes a place serves", () => {
    expect(makesOf({ makes: ["Volkswagen", 3, null] })).toEqual(["Volkswagen"]);
    expect(makesOf({})).toEqual([]);
  });
});

describe("openHoursOf", () => {
  it("lists the week from Monday and leaves out invalid spans", () => {
    const hours = openHoursOf({
      tue: [
        ["08:00", "12:00"],
        ["13:30", "18:00"],
      ],
      sun: [["late", "later"]],
    });
    expect(hours.map(({ day, spans }) => [day, spans.length])).toEqual([
      ["mon", 0],
      ["tue", 2],
      ["wed", 0],
      ["thu", 0],
      ["fri", 0],
      ["sat", 0],
      ["sun", 0],
    ]);
  });

  it.each([[null], [{}], [{ mon: [] }], [{ mon: "always" }]])("is empty for %o", (value) => {
    expect(openHoursOf(value)).toEqual([]);
  });
});

describe("needsConfirmation", () => {
  it.each([
    ["museum", null, true],
    ["workshop", "2026-01-02T00:00:00Z", false],
    ["attraction", null, false],
  ])("%s verified at %s: %s", (kind, verified_at, needed) => {
    expect(needsConfirmation({ kind, verified_at })).toBe(needed);
  });
});

describe("schemaTypeOf", () => {
  it.each([
    ["lodging", "LodgingBusiness"],
    ["workshop", "AutoRepair"],
    ["museum", "Museum"],
    ["attraction", "TouristAttraction"],
    ["other", "Place"],
  ])("%s is a %s", (kind, type) => {
    expect(schemaTypeOf(kind)).toBe(type);
  });
});

describe("paths", () => {
  it("are below the state", () => {
    expect([servicesPath("sc"), servicesPath("sc", 2), servicePath({ state_abbr: "SC", slug: "museu" })]).toEqual([
      "/sc/servicos",
      "/sc/servicos/pagina/2",
      "/sc/servicos/museu",
    ]);
  });
});
