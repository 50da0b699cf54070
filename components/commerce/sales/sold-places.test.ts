import { expect, it, vi } from "vitest";
import { soldPlaces } from "./sold-places";

vi.mock("next-intl/server", () => ({
  getTranslations: async ({ namespace }: { namespace: string }) =>
    Object.assign(
      (key: string, values?: { count: number }) =>
        `${namespace.split(".").at(-1)!}.${key} ${values?.count ?? ""}`.trim(),
      { has: (key: string) => key !== "gone_place" },
    ),
}));

it.each([
  [{ placements: [], states: [], states_limit: null }, "contract.everyPlace", "contract.country"],
  [{ placements: ["route_page"], states: ["SC", "PR"], states_limit: 2 }, "place.route_page", "Paraná, Santa Catarina"],
  [{ placements: ["gone_place"], states: [], states_limit: 2 }, "gone_place", "contract.stateCount 2"],
])("%j is named as %s and %s", async (sold, places, states) => {
  expect(await soldPlaces(sold, "pt-BR")).toEqual({ places, states });
});
