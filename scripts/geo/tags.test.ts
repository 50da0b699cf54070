import { describe, expect, it } from "vitest";
import { ROAD_CLASSES } from "@/lib/geo/roads/rules";
import { placeKindOf, roadOf } from "./tags";

const classOf = (tags: Record<string, string>, withStreets = false) =>
  ROAD_CLASSES[roadOf(tags, { withStreets })?.roadClass ?? -1] ?? null;

describe("roadOf", () => {
  it.each([
    [{ highway: "motorway" }, "motorway"],
    [{ highway: "trunk_link" }, "trunk"],
    [{ highway: "secondary" }, "secondary"],
    [{ highway: "unclassified" }, "minor"],
    [{ highway: "residential" }, null],
    [{ highway: "track" }, null],
    [{ highway: "track", name: "Estrada do Vale" }, "track"],
    [{ highway: "footway" }, null],
    [{ highway: "construction" }, null],
    [{ highway: "service" }, null],
    [{ highway: "tertiary", access: "private" }, null],
    [{ highway: "tertiary", access: "private", motor_vehicle: "yes" }, "tertiary"],
    [{ highway: "primary", area: "yes" }, null],
    [{ route: "ferry", motor_vehicle: "yes" }, "ferry"],
    [{ route: "ferry", motorcar: "no", motor_vehicle: "yes" }, null],
    [{ route: "ferry" }, null],
    [{ building: "yes" }, null],
  ])("has the class of %j: %s", (tags, expected) => expect(classOf(tags as Record<string, string>)).toBe(expected));

  it("reads streets only when they are wanted", () => {
    expect(classOf({ highway: "residential" }, true)).toBe("minor");
    expect(classOf({ highway: "living_street" }, true)).toBe("minor");
  });

  it.each([
    [{ oneway: "yes" }, 1],
    [{ oneway: "-1" }, -1],
    [{ oneway: "no" }, 0],
    [{ oneway: "reversible" }, 0],
    [{ junction: "roundabout" }, 1],
    [{ junction: "roundabout", oneway: "no" }, 0],
    [{}, 0],
  ])("has the direction of %j: %d", (tags, expected) =>
    expect(roadOf({ highway: "primary", ...(tags as Record<string, string>) })!.direction).toBe(expected),
  );

  it("takes motorways without the tag as one-way", () => {
    expect(roadOf({ highway: "motorway" })!.direction).toBe(1);
    expect(roadOf({ highway: "motorway_link" })!.direction).toBe(1);
    expect(roadOf({ highway: "motorway", oneway: "no" })!.direction).toBe(0);
  });

  it.each([
    ["secondary", { surface: "asphalt" }, "paved"],
    ["secondary", { surface: "sett" }, "paved"],
    ["secondary", { surface: "gravel;asphalt" }, "unpaved"],
    ["secondary", { surface: "wildwest" }, undefined],
    ["secondary", {}, undefined],
    ["trunk", {}, "paved"],
    ["trunk", { surface: "ground" }, "unpaved"],
  ])("has the surface of a %s road with %j: %s", (highway, tags, expected) =>
    expect(roadOf({ highway, ...(tags as Record<string, string>) })!.surface).toBe(expected),
  );

  it("takes the first number with three digits, and the name", () => {
    expect(roadOf({ highway: "trunk", ref: "BR-40;BR-020", name: "Rodovia" })).toMatchObject({
      ref: "BR-040",
      name: "Rodovia",
    });
    expect(roadOf({ highway: "trunk" })).toMatchObject({ ref: null });
  });
});

describe("placeKindOf", () => {
  it.each([
    [{ tourism: "hotel", name: "Hotel Serrano" }, "hotel"],
    [{ tourism: "hotel" }, null],
    [{ tourism: "motel", name: "Motel" }, null],
    [{ tourism: "information", information: "office", name: "CAT" }, null],
    [{ amenity: "fuel" }, "fuel"],
    [{ amenity: "restaurant", name: "Cantina" }, "restaurant"],
    [{ amenity: "bank", name: "Banco" }, null],
    [{ shop: "tyres", name: "Borracharia do Zé" }, "tyres"],
    [{ shop: "car_parts" }, null],
  ])("has the kind of %j: %s", (tags, expected) => expect(placeKindOf(tags as Record<string, string>)).toBe(expected));
});
