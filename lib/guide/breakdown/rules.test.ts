import { describe, expect, it } from "vitest";
import {
  contactsOf,
  degreesText,
  helpMessage,
  kilometreOn,
  nearestHelpers,
  nearestTowns,
  roadAt,
  roadName,
  smsLink,
  statesAround,
  toThousandths,
  type BreakdownData,
  type Helper,
} from "./rules";

/** A road along the meridian: one degree of latitude is 111 km, so 0.09 degrees are 10 km. */
const marker = (lat: number, km: number, uf = "SC"): BreakdownData["markers"][number] => [
  "BR-116",
  uf,
  toThousandths(lat),
  -50_000,
  km,
];
const helper = (category: Helper["category"], lat: number): Helper => ({
  category,
  path: `/sc/servicos/${category}-${lat}`,
  name: `${category} ${lat}`,
  town: null,
  phone: null,
  whatsapp: null,
  translations: {},
  isAtSeat: false,
  serves: null,
  lat,
  lng: -50,
});

const DATA: BreakdownData = {
  builtAt: "2026-11-24T00:00:00Z",
  towns: {
    SC: [
      ["Lages", -27_816, -50_326],
      ["Mafra", -26_115, -49_805],
    ],
    PR: [["Rio Negro", -26_106, -49_797]],
  },
  roads: [["BR-116", -27_000, -50_000, -90, 0, -90, 0]],
  markers: [marker(-27, 100), marker(-27.09, 110), marker(-27.18, 120)],
  contacts: [
    { uf: "SC", name: "Polícia", phone: "198", translations: {} },
    { uf: "PR", name: "Polícia", phone: "198", translations: {} },
  ],
  helpers: [helper("workshop", -27.5), helper("workshop", -27.1), helper("tow", -32)],
};
const on = (lat: number, lng = -50) => ({ lat, lng });

describe("nearestTowns()", () => {
  it("sorts by distance and keeps the state", () => {
    expect(nearestTowns(DATA, on(-26.11, -49.8), 2).map(({ name, uf }) => [name, uf])).toEqual([
      ["Rio Negro", "PR"],
      ["Mafra", "SC"],
    ]);
  });
});

describe("statesAround()", () => {
  it("contains both states at a border", () => {
    expect(statesAround(nearestTowns(DATA, on(-26.11, -49.8), 3))).toEqual(["PR", "SC"]);
  });

  it("contains only the state of the nearest town elsewhere", () => {
    expect(statesAround(nearestTowns(DATA, on(-27.8, -50.3), 3))).toEqual(["SC"]);
  });
});

describe("roadAt()", () => {
  it("names the road and interpolates the kilometre between two cameras", () => {
    expect(roadAt(DATA, on(-27.045), 10, "SC")).toEqual({ road: "BR-116", km: 105 });
  });

  it("names no road that is farther away than the error of the position allows", () => {
    const beside = on(-27.045, -49.98);
    expect(roadAt(DATA, beside, 10, "SC")).toBeNull();
    expect(roadAt(DATA, on(-27.045, -49.994), 300, "SC")?.road).toBe("BR-116");
  });

  it("names no road for a position with an error above one kilometre", () => {
    expect(roadAt(DATA, on(-27.045), 1001, "SC")).toBeNull();
  });
});

describe("kilometreOn()", () => {
  it("takes the kilometre of a camera within one kilometre", () => {
    expect(kilometreOn(DATA.markers, "BR-116", "SC", on(-27.093))).toBe(110);
  });

  it("is unknown before the first and after the last camera", () => {
    expect(kilometreOn(DATA.markers, "BR-116", "SC", on(-26.9))).toBeNull();
    expect(kilometreOn(DATA.markers, "BR-116", "SC", on(-27.3))).toBeNull();
  });

  it("is unknown in another state, where the kilometres start again", () => {
    expect(kilometreOn(DATA.markers, "BR-116", "PR", on(-27.045))).toBeNull();
  });

  it.each([
    ["the kilometres contradict the distance", [marker(-27, 100), marker(-27.09, 160)]],
    ["the cameras are more than 40 km apart", [marker(-27, 100), marker(-27.45, 150)]],
    ["two cameras have the same kilometre", [marker(-27, 100), marker(-27.09, 100)]],
  ])("is unknown when %s", (_, markers) => {
    expect(kilometreOn(markers, "BR-116", "SC", on(-27.045))).toBeNull();
  });
});

describe("nearestHelpers()", () => {
  it("sorts by distance and leaves out help farther away than 150 km", () => {
    const [workshops, tows] = nearestHelpers(DATA, { point: on(-27.1), road: null, isCoarse: false });
    expect(workshops!.helpers.map(({ name }) => name)).toEqual(["workshop -27.1", "workshop -27.5"]);
    expect(tows).toEqual({ category: "tow", helpers: [] });
  });

  const federal = { road: "BR-116", ends: [on(-27), on(-28)] as const };
  const state = { road: "SC-110", ends: null };
  it.each([
    ["on the road", "BR-116", -27.5, [federal], ["BR-116"]],
    ["on another federal road", "BR-282", -27.5, [federal, state], null],
    ["on the road outside of the stretch", "BR-116", -28.2, [federal], null],
    ["beside no federal road, which may be a state road", null, -27.5, [federal, state], ["SC-110"]],
    ["beside no federal road, far from the base of a state road", null, -28.2, [state], null],
    ["with stretches of unknown towns", "BR-116", -27.5, [], null],
  ])("offers the tow of a road operator %s only on its roads", (_, road, lat, serves, only) => {
    const tow = { ...helper("tow", -27.4), serves };
    const at = { point: on(lat), road: road === null ? null : { road, km: null }, isCoarse: false };
    const [, tows] = nearestHelpers({ ...DATA, helpers: [tow] }, at);
    expect(tows!.helpers.map((found) => found.only)).toEqual(only ? [only] : []);
  });

  it("offers it in a town with the name of the road, because the road of the visitor is not known", () => {
    const tow = { ...helper("tow", -27.4), serves: [federal] };
    const [, tows] = nearestHelpers({ ...DATA, helpers: [tow] }, { point: on(-27.5), road: null, isCoarse: true });
    expect(tows!.helpers.map((found) => found.only)).toEqual([["BR-116"]]);
  });
});

describe("contactsOf()", () => {
  it("keeps the order of the states", () => {
    expect(contactsOf(DATA, ["PR", "SC"]).map(({ uf }) => uf)).toEqual(["PR", "SC"]);
  });
});

describe("roadName()", () => {
  it.each([
    ["BR-40", "BR-040"],
    ["BR-116", "BR-116"],
  ])("writes %s as %s", (road, name) => expect(roadName(road)).toBe(name));
});

const TEXTS = {
  start: "SOCORRO",
  position: "Posição: {position} ({metres} m)",
  map: "Mapa: {url}",
  town: "Perto de {town} ({uf}), a {km}",
  chosenTown: "Na região de {town} ({uf})",
  road: "Estrada: {road}",
  car: "Carro: {car}",
  problem: "Problema: {problem}",
  time: "Hora: {time}",
};
const NOTHING = { at: null, town: null, road: "", car: "", problem: "", time: "10:00" };

describe("helpMessage()", () => {
  it("contains every known fact on a line of its own", () => {
    const facts = {
      at: { lat: -27.816, lng: -50.326, accuracyM: 1234.4 },
      town: { name: "Lages", uf: "SC", km: 3.4 },
      road: "BR-116, km 203",
      car: "Fusca $& 1972",
      problem: "Esquentou",
      time: "10:00",
    };
    expect(helpMessage(TEXTS, facts, "pt-BR").split("\n")).toEqual([
      "SOCORRO",
      "Posição: -27.81600, -50.32600 (1.234 m)",
      "Mapa: https://maps.google.com/?q=-27.81600,-50.32600",
      "Estrada: BR-116, km 203",
      "Perto de Lages (SC), a 3 km",
      "Carro: Fusca $& 1972",
      "Problema: Esquentou",
      "Hora: 10:00",
    ]);
  });

  it("leaves out unknown facts", () => {
    expect(helpMessage(TEXTS, NOTHING, "pt-BR")).toBe("SOCORRO\nHora: 10:00");
  });

  it("states that the town was chosen when there is no position", () => {
    const town = { name: "Lages", uf: "SC", km: null };
    expect(helpMessage(TEXTS, { ...NOTHING, town }, "pt-BR")).toContain("Na região de Lages (SC)");
  });
});

describe("smsLink()", () => {
  it("encodes the text", () => expect(smsLink("km 5 & 6\nfim")).toBe("sms:?&body=km%205%20%26%206%0Afim"));
});

describe("degreesText()", () => {
  it("uses points in every language", () => expect(degreesText(on(-27.5))).toBe("-27.50000, -50.00000"));
});
