import { describe, expect, it } from "vitest";
import { isOnStretch, isSameRoad, servedOnWay, servedRoadsOf, townKey } from "./rules";

const SEATS = new Map([
  [townKey("Garuva", "SC"), { lat: -26.03, lng: -48.85 }],
  [townKey("Palhoça", "SC"), { lat: -27.64, lng: -48.67 }],
]);
const seatOf = (key: string) => SEATS.get(key);
const [LITORAL] = servedRoadsOf(["BR-101: Garuva (SC) – Palhoça (SC)"], seatOf);

describe("servedRoadsOf", () => {
  it("reads whole roads and stretches, and leaves out stretches of unknown towns and other texts", () => {
    const items = [
      "BA-099",
      "BR-101: Garuva (SC) – Palhoca (SC)",
      "BR-101: Garuva (SC) – Lugar Nenhum (SC)",
      "a BR-101",
    ];
    expect(servedRoadsOf(items, seatOf)).toEqual([
      { road: "BA-099", ends: null },
      { road: "BR-101", ends: [SEATS.get("SC/garuva"), SEATS.get("SC/palhoca")] },
    ]);
  });
});

describe("isSameRoad", () => {
  it.each([
    ["BR-101", "BR-101", true],
    ["BR-101", "BR-116", false],
    ["ERS-122", "RS-122", true],
    ["RSC-453", "RS-453", true],
    ["RSC-453", "BR-453", true],
    ["CMG-491", "MG-491", true],
    ["CMG-491", "MGC-491", true],
    ["LMG-863", "MG-863", true],
    ["LMG-863", "BR-863", false],
    ["MG-167", "BR-167", false],
    ["SC-470", "BR-470", false],
    ["SP-70", "SP-070", true],
  ])("%s and %s: %s", (a, b, isSame) => {
    expect(isSameRoad(a, b)).toBe(isSame);
    expect(isSameRoad(b, a)).toBe(isSame);
  });
});

describe("isOnStretch", () => {
  it.each([
    ["Itajaí", { lat: -26.9, lng: -48.68 }, true],
    ["the seat at the end", { lat: -27.64, lng: -48.67 }, true],
    ["Paulo Lopes, 35 km after the end", { lat: -27.96, lng: -48.68 }, false],
    ["Laguna", { lat: -28.48, lng: -48.78 }, false],
    ["Curitiba, before the start", { lat: -25.43, lng: -49.27 }, false],
  ])("%s: %s", (_, point, isOn) => {
    expect(isOnStretch(LITORAL!, point)).toBe(isOn);
  });

  it("is everywhere for a road without ends", () => {
    expect(isOnStretch({ road: "BA-099", ends: null }, { lat: 0, lng: -50 })).toBe(true);
  });
});

describe("servedOnWay", () => {
  const piece = (roads: string[], lat: number) => ({
    line: [[lat, -48.68] as const, [lat - 0.05, -48.68] as const],
    leg: { roads },
  });
  it.each([
    ["the road inside the stretch", [piece(["SC-414", "BR-101"], -26.9)], ["BR-101"]],
    ["the road outside of the stretch", [piece(["BR-101"], -28.4)], []],
    ["another road inside the stretch", [piece(["SC-414"], -26.9)], []],
    ["a recording without road numbers", [{ ...piece([], -26.9), leg: null }], []],
    ["no line", [], []],
  ])("%s", (_, way, roads) => {
    expect(servedOnWay([LITORAL!], way)).toEqual(roads);
  });
});
