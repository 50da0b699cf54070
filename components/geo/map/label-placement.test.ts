import { describe, expect, it } from "vitest";
import { placeLabels, spreadMarkers } from "./label-placement";

const room = { frame: { left: 0, top: 0, right: 200, bottom: 100 }, radius: 5, sizes: [20, 10], taken: [], roads: [] };

describe("spreadMarkers", () => {
  it("moves markers at the same position apart and does not move distant ones", () => {
    const [a, b, c] = spreadMarkers(
      [
        { x: 50, y: 50 },
        { x: 50, y: 50 },
        { x: 150, y: 50 },
      ],
      20,
    );
    expect(Math.hypot(a!.x - b!.x, a!.y - b!.y)).toBeCloseTo(20);
    expect(c).toEqual({ x: 150, y: 50 });
  });
});

describe("placeLabels", () => {
  it("prefers the right side and uses the left at the edge of the frame", () => {
    const [middle, edge] = placeLabels(
      [
        { x: 20, y: 20, text: "Lages" },
        { x: 190, y: 80, text: "Lages" },
      ],
      room,
    );
    expect(middle).toMatchObject({ anchor: "start", size: 20 });
    expect(edge).toMatchObject({ anchor: "end", size: 20 });
  });

  it("prefers a smaller font to overlapping the road, and overlaps it when no other position fits", () => {
    const road = [
      { x: 0, y: 50 },
      { x: 200, y: 50 },
    ];
    const name = "Bom Jardim da Serra";
    const [small] = placeLabels([{ x: 60, y: 50, text: name }], {
      ...room,
      roads: [road],
      frame: { ...room.frame, top: 36 },
    });
    expect(small).toMatchObject({ size: 10 });
    const [across] = placeLabels([{ x: 10, y: 50, text: name }], {
      ...room,
      roads: [road],
      frame: { ...room.frame, top: 40, bottom: 60 },
    });
    expect(across).toMatchObject({ anchor: "start", y: 50 });
  });

  it("returns null for a name that fits at no position", () => {
    expect(placeLabels([{ x: 10, y: 10, text: "x".repeat(60) }], room)).toEqual([null]);
  });
});
