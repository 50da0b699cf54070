import { describe, expect, it } from "vitest";
import { coordinatesOf, MAX_PHOTOS, photoNames, protocolOf, timelineOf } from "./rules";

const photo = (digit: number) => `2026-11/0000000${digit}-0000-4000-8000-000000000000.webp`;

describe("photoNames", () => {
  it("keeps stored photos without duplicates, and no other path", () => {
    expect(photoNames([photo(1), "../../segredo.webp", photo(1), "", photo(2)].join(","))).toEqual([
      photo(1),
      photo(2),
    ]);
  });

  it("keeps at most the allowed number", () => {
    expect(photoNames([1, 2, 3, 4, 5, 6, 7].map(photo).join(","))).toHaveLength(MAX_PHOTOS);
  });
});

describe("protocolOf", () => {
  it.each([
    ["LC-2026-000123-ABCDEF", "LC-2026-000123-ABCDEF"],
    ["  lc 2026 000123 abcdef ", "LC-2026-000123-ABCDEF"],
    ["LC-2026-1000000-ABCDEF", "LC-2026-1000000-ABCDEF"],
    ["LC-2026-000123", null],
    ["", null],
    ["x".repeat(5000), null],
  ])("parses '%s' as %s", (typed, expected) => {
    expect(protocolOf(typed)).toBe(expected);
  });
});

describe("coordinatesOf", () => {
  it.each([
    ["-27.5949, -48.5482", { lat: -27.5949, lng: -48.5482 }],
    ["https://www.google.com/maps/place/x/@-28.39,-49.55,15z", { lat: -28.39, lng: -49.55 }],
    ["48.8584, 2.2945", null],
    ["nada", null],
  ])("parses %s", (typed, expected) => {
    expect(coordinatesOf(typed)).toEqual(expected);
  });
});

describe("timelineOf", () => {
  it.each([
    ["new", "in_review", ["received", "in_review", "approved"], 1],
    ["new", "rejected", ["received", "in_review", "rejected"], 2],
    ["trip_panel", "delivered", ["received", "in_progress", "ready", "delivered"], 3],
    ["trip_panel", "cancelled", ["received", "in_progress", "ready", "cancelled"], 3],
    ["ad_lead", "received", ["received", "contacted", "won"], 0],
  ])("of a %s with status %s", (kind, status, stages, reached) => {
    expect(timelineOf(kind, status)).toEqual({ stages, reached });
  });
});
