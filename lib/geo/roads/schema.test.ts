import { describe, expect, it } from "vitest";
import { MAX_POINTS, roadRouteSchema } from "./schema";

const points = (count: number) => Array.from({ length: count }, (_, index) => `-10.5,-${40 + index / 10}`).join(";");

describe("roadRouteSchema", () => {
  it("reads points and preferences, each preference once", () => {
    expect(roadRouteSchema.parse({ points: "-10.5,-40;-11,-41.25", avoid: "toll,ferry,toll" })).toEqual({
      points: [
        [-10.5, -40],
        [-11, -41.25],
      ],
      avoid: ["toll", "ferry"],
    });
    expect(roadRouteSchema.parse({ points: points(MAX_POINTS) }).avoid).toEqual([]);
  });

  it.each([
    ["no points", {}],
    ["an empty point", { points: "-10,-50;" }],
    ["too many points", { points: points(MAX_POINTS + 1) }],
    ["a point outside South America", { points: "48.8,2.3;-10,-50" }],
    ["a point that is no number", { points: "-10,-50;x,y" }],
    ["longitude first", { points: "-50,-10;-51,-11" }],
    ["more than 15,000 km in straight lines", { points: Array(6).fill("-33.69,-53.45;4.6,-60.2").join(";") }],
    ["an unknown preference", { points: points(2), avoid: "hills" }],
  ])("refuses %s", (_name, input) => {
    expect(roadRouteSchema.safeParse(input).success).toBe(false);
  });
});
