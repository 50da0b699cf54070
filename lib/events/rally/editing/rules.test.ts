import { expect, it } from "vitest";
import { encodeLine } from "../../../geo/roads/rules";
import { instructionsOf, lowestLimitKmh, placeAt, typedInstructions } from "./rules";

const TULIP = { turn: 90, others: [0], isDetailed: true };

it("reads typed instructions, keeps the tulip of an unchanged kilometre and leaves out other lines", () => {
  const drawn = JSON.stringify([{ metres: 1250, text: "SC-114", tulip: TULIP }]);
  expect(instructionsOf("1,250 Vire à direita\nsem quilômetro\n2.5 Ponte", drawn)).toEqual([
    { metres: 1250, text: "Vire à direita", tulip: TULIP },
    { metres: 2500, text: "Ponte", tulip: null },
  ]);
  expect(instructionsOf("1 Ponte", "no list")).toEqual([{ metres: 1000, text: "Ponte", tulip: null }]);
});

it("writes instructions as they are typed", () => {
  const list = [{ metres: 1250, text: "Ponte", tulip: null }];
  expect(typedInstructions(list, "pt-BR")).toBe("1,250 Ponte");
  expect(instructionsOf(typedInstructions(list, "pt-BR"), "[]")).toEqual(list);
});

it("knows the limits of roads without signs, the lowest of several, and none of streets", () => {
  expect(lowestLimitKmh([{ roadClass: "primary" }, { roadClass: "secondary", surface: "unpaved" }])).toBe(60);
  expect(lowestLimitKmh([{ roadClass: "motorway" }])).toBe(110);
  expect(lowestLimitKmh([{ roadClass: "minor" }])).toBeNull();
});

it("places a control on the drawn way with its direction, and nowhere on a section that is not drawn", () => {
  const line = encodeLine([
    [-27.6, -48.55],
    [-27.5, -48.55],
  ]);
  const sections = [
    { metres: 500, line: null },
    { metres: 10_000, line },
  ];
  expect(placeAt(sections, 5500)).toEqual({ lat: expect.closeTo(-27.55, 4) as number, lng: -48.55, bearing: 0 });
  expect(placeAt(sections, 400)).toBeNull();
  expect(placeAt(sections, 20_000)).toBeNull();
});
