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

const MAPPED = { point: 1, km: 12, kind: "workshop", class: "car_repair", name: "Mecânica", source: "osm" };
const comodoro = { lat: -13.6614, lng: -59.7848 };

/** Answers with the places of the guide, or with those of the map. */
const answer = (places: object[], map: object[]) =>
  vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (input) =>
      Response.json((input as string).includes("/rpc/map_places_near") ? map : places),
    );

afterEach(() => vi.restoreAllMocks());

describe("listNearestHelp", () => {
  it("asks for workshops and tow services of every state under the tag of services and selects the nearest", async () => {
    const request = answer([WORKSHOP], []);
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

  it.each<[what: string, places: object[], map: object[], named: string | null]>([
    ["names a workshop of the map where the guide has none", [], [MAPPED], "Mecânica"],
    ["names a nearer workshop of the map too", [WORKSHOP], [MAPPED], "Mecânica"],
    ["names no workshop of the map that is farther away", [WORKSHOP], [{ ...MAPPED, km: 140 }], null],
    ["names no tyre shop as a workshop", [], [{ ...MAPPED, class: "tyres" }], null],
    [
      "names the nearest to any point",
      [],
      [
        { ...MAPPED, name: "Longe", km: 30 },
        { ...MAPPED, point: 2 },
      ],
      "Mecânica",
    ],
  ])("%s", async (_what, places, map, named) => {
    answer(places, map);
    const [workshop, tow] = await listNearestHelp([comodoro]);
    expect([workshop?.onMap?.name ?? null, tow?.onMap]).toEqual([named, null]);
  });

  it("asks for workshops of the map within the same distance, once for stops beside each other", async () => {
    const request = answer([], []);
    await listNearestHelp([comodoro, comodoro, { lat: null, lng: null }], 80);
    const url = request.mock.calls
      .map(([input]) => new URL(input as string))
      .find(({ pathname }) => pathname.includes("/rpc/"));
    expect(JSON.parse(url!.searchParams.get("points")!)).toEqual([[comodoro.lat, comodoro.lng]]);
    expect([url!.searchParams.get("kinds"), url!.searchParams.get("within_km")]).toEqual(["{workshop}", "80"]);
  });
});
