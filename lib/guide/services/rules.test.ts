import { describe, expect, it } from "vitest";
import {
  attributesOf,
  contactsOnWay,
  HELP_KM,
  makesOf,
  nearestHelp,
  ROUTE_HELP_KM,
  needsConfirmation,
  offeredCategories,
  openHoursOf,
  schemaTypeOf,
  servicePath,
  listOfSegment,
  LISTS,
  mapRange,
  placesPath,
  servicesPath,
  sponsoredPage,
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

describe("offeredCategories", () => {
  const category = (key: string, parent_key: string | null = null) => ({ key, parent_key });
  const categories = [category("lodging"), category("workshop"), category("upholstery", "workshop"), category("tow")];
  const offered = (...keys: string[]) =>
    offeredCategories(
      categories,
      keys.map((category_key) => ({ category_key })),
    ).map((row) => [row.category.key, row.count]);

  it("leaves out categories without a place and keeps the order", () => {
    expect(offered("tow", "workshop", "tow")).toEqual([
      ["workshop", 1],
      ["tow", 2],
    ]);
    expect(offered()).toEqual([]);
  });

  it("counts the places of a subcategory for its parent too", () => {
    expect(offered("upholstery", "workshop")).toEqual([
      ["workshop", 2],
      ["upholstery", 1],
    ]);
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
    expect([servicesPath("sc"), servicePath({ state_abbr: "SC", slug: "museu" })]).toEqual([
      "/sc/servicos",
      "/sc/servicos/museu",
    ]);
  });
});

describe("nearestHelp", () => {
  const florianopolis = { lat: -27.5949, lng: -48.5482 };
  const joinville = { lat: -26.3045, lng: -48.8487 };
  const curitiba = { lat: -25.4284, lng: -49.2733 };
  const at = (name: string, category_key: string, city: typeof curitiba | null, exact?: typeof curitiba) => ({
    name,
    category_key,
    city,
    lat: exact?.lat ?? null,
    lng: exact?.lng ?? null,
    served_roads: [] as string[],
  });
  const names = (...given: Parameters<typeof nearestHelp<ReturnType<typeof at>>>) =>
    nearestHelp(...given).map(({ category, nearest }) => [category, nearest?.place.name ?? null]);

  it("is the nearest of each category, across states", () => {
    const places = [
      at("far workshop", "workshop", florianopolis),
      at("near workshop", "workshop", curitiba),
      at("nearest upholsterer", "upholstery", joinville),
      at("tow", "tow", curitiba),
    ];
    expect(names(places, [joinville])).toEqual([
      ["workshop", "near workshop"],
      ["tow", "tow"],
    ]);
  });

  it("leaves out places beyond the limit of a route", () => {
    const places = [at("workshop", "workshop", curitiba)];
    expect(nearestHelp(places, [joinville])[0]?.nearest?.place.name).toBe("workshop");
    expect(nearestHelp(places, [joinville], ROUTE_HELP_KM)[0]?.nearest).toBeNull();
  });

  it("leaves out the tow of a road operator, which comes only to its road", () => {
    const bound = { ...at("operator", "tow", curitiba), served_roads: ["BR-116: Curitiba (PR) – Capão Alto (SC)"] };
    expect(names([bound, at("tow", "tow", joinville)], [curitiba])[1]).toEqual(["tow", "tow"]);
  });

  it("is null without a place within the limit", () => {
    expect(names([at("workshop", "workshop", florianopolis)], [curitiba])).toEqual([
      ["workshop", null],
      ["tow", null],
    ]);
  });

  it("measures from the place's own position, else from the seat of its town, and ignores places without either", () => {
    const places = [at("own position", "workshop", florianopolis, joinville), at("unknown", "tow", null)];
    const [workshop, tow] = nearestHelp(places, [joinville]);
    expect([workshop?.nearest?.km, tow?.nearest]).toEqual([0, null]);
  });

  it("measures from the nearest of several points and ignores points without a position", () => {
    const [workshop] = nearestHelp(
      [at("workshop", "workshop", joinville)],
      [{ lat: null, lng: null }, florianopolis, joinville],
    );
    expect(workshop?.nearest?.km).toBe(0);
    expect(HELP_KM).toBe(150);
    expect(names([at("workshop", "workshop", joinville)], [{ lat: null, lng: null }])[0]).toEqual(["workshop", null]);
  });
});

describe("list pages with sponsored places", () => {
  it.each([
    ["no sponsored place", 0, 1, { first: [0, 0], others: [0, 9] }],
    ["sponsored places stand first", 3, 1, { first: [0, 3], others: [0, 6] }],
    ["the second page goes on after them", 3, 2, { first: [3, 3], others: [7, 16] }],
    ["a full page of them", 10, 1, { first: [0, 10], others: null }],
    ["more than one page of them", 12, 2, { first: [10, 12], others: [0, 7] }],
  ])("%s", (_name, sponsored, page, shown) => {
    expect(sponsoredPage(sponsored, page, 10)).toEqual(shown);
  });
});

describe("paths of lists", () => {
  it("have a segment for each kind and none for all places", () => {
    expect([placesPath("ba", "all"), placesPath("ba", "lodging", 2), placesPath("ba", "verified")]).toEqual([
      "/ba/servicos",
      "/ba/servicos/tipo/dormir/pagina/2",
      "/ba/servicos/tipo/verificados",
    ]);
  });

  it("lead back to their list", () => {
    const lists = LISTS.filter((list) => list !== "all");
    expect(lists.map((list) => listOfSegment(placesPath("ba", list).split("/").at(-1)!))).toEqual(lists);
    expect(listOfSegment("motel")).toBeNull();
  });
});

describe("mapRange", () => {
  it.each([
    [0, 1, [0, 59]],
    [16, 1, [0, 43]],
    [16, 2, [44, 103]],
    [60, 1, null],
    [60, 2, [0, 59]],
    [130, 2, null],
    [130, 3, [0, 49]],
  ] as const)("with %i places of the guide page %i shows the rows %j", (own, page, range) => {
    expect(mapRange(own, page, 60)).toEqual(range);
  });

  it("joins its pages without a gap", () => {
    const pages = [1, 2, 3, 4].flatMap((page) => mapRange(75, page, 60) ?? []);
    expect(pages).toEqual([0, 44, 45, 104, 105, 164]);
  });
});

it("names the phone of a road operator only where its tow comes to the line", () => {
  const police = { kind: "state_road_police", phone: "198" };
  const [here, elsewhere] = ["0800 7251 771", "0800 642 0116"].map((phone) => ({ kind: "road_operator", phone }));
  const tows = [{ place: { phone: "0800 725 1771" } }, { place: { phone: null } }];
  expect(contactsOnWay([police, here!, elsewhere!], tows)).toEqual([police, here]);
});
