import { describe, expect, it } from "vitest";
import { matchRoute } from "@/lib/platform/paths";
import { settingsSchema } from "@/lib/platform/settings/schema";
import { NAVIGATION, navPath, offeredNavigation } from "./navigation";

describe("NAVIGATION", () => {
  it("contains the specification's header links in their order", () => {
    const order = `/home /mapa-interativo /eventos/lacambeche /regioes /pontos-fotograficos /planejador-rota /diario-de-bordo
      /solicitar-painel-viagem /servicos /vouchers /clubes-parceiros /revista-digital /sobre /radio`;
    expect(NAVIGATION.map(({ path }) => path)).toEqual(order.split(/\s+/));
    expect(NAVIGATION.filter(({ mobileOnly }) => mobileOnly).map(({ key }) => key)).toEqual(["services", "vouchers"]);
    expect(NAVIGATION.filter(({ scope }) => scope === "required").map(({ key }) => key)).toEqual([
      "map",
      "regions",
      "photos",
      "services",
      "vouchers",
    ]);
  });

  it.each(NAVIGATION)("$key links to an existing page, with and without a state", (item) => {
    expect(matchRoute(navPath(item, null))).not.toBeNull();
    expect(matchRoute(navPath(item, "sc"))).not.toBeNull();
  });
});

describe("offeredNavigation", () => {
  const keys = (stored: Record<string, string>) =>
    offeredNavigation(settingsSchema.parse(stored)).map(({ key }) => key);

  it("returns all header links when no feature is disabled", () => {
    expect(keys({})).toEqual(NAVIGATION.map(({ key }) => key));
  });

  it.each([
    ["feature_radio", "radio"],
    ["feature_trip_panel_requests", "panel"],
  ])("%s removes its link and no other", (setting, gone) => {
    expect(keys({ [setting]: "false" })).toEqual(NAVIGATION.map(({ key }) => key).filter((key) => key !== gone));
  });
});

describe("navPath", () => {
  it.each([
    ["none", null, "/x"],
    ["none", "sc", "/x"],
    ["optional", null, "/x"],
    ["optional", "sc", "/sc/x"],
    ["required", null, "/home"],
    ["required", "sc", "/sc/x"],
  ] as const)("scope %s in %s links to %s", (scope, uf, path) => {
    expect(navPath({ path: "/x", scope }, uf)).toBe(path);
  });
});
