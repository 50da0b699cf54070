import { afterEach, describe, expect, it, vi } from "vitest";
import { listNearestHelp } from "./queries";

const WORKSHOP = {
  id: "1",
  name: "Oficina",
  slug: "oficina",
  state_abbr: "RO",
  category_key: "workshop",
  lat: null,
  lng: null,
  phone: null,
  served_roads: [],
  verified_at: null,
  translations: {},
  city: { name: "Vilhena", state_abbr: "RO", lat: -12.7405, lng: -60.1458 },
};

afterEach(() => vi.restoreAllMocks());

describe("listNearestHelp", () => {
  it("asks for workshops and tow services of every state under the tag of services and selects the nearest", async () => {
    const request = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json([WORKSHOP]));
    const comodoro = { lat: -13.6614, lng: -59.7848 };
    const [workshop, tow] = await listNearestHelp([comodoro]);
    expect([workshop?.nearest?.place.name, Math.round(workshop?.nearest?.km ?? 0), tow?.nearest]).toEqual([
      "Oficina",
      110,
      null,
    ]);
    const [input, init] = request.mock.calls[0]!;
    const { pathname, searchParams } = new URL(input as string);
    expect([pathname, searchParams.get("category_key"), searchParams.get("state_abbr")]).toEqual([
      "/rest/v1/services",
      "in.(workshop,tow)",
      null,
    ]);
    expect(init).toMatchObject({ next: { tags: ["services"] } });
  });
});
