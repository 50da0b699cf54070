import { describe, expect, it } from "vitest";
import type { Badge } from "../schema";
import { BADGE_SIZES, badgeLines, badgeSizeOf, screenZoom, sizesOf } from "./rules";

describe("badge sizes", () => {
  it("give cards for dashboard and windscreen to exhibitors only, and the size of the event otherwise", () => {
    const event = { badge_size: "label" } as const;
    expect(sizesOf("publico")).toEqual(["a6", "card", "label"]);
    expect(badgeSizeOf("dash-a4", { kind: "expositor", event })).toBe("dash-a4");
    expect(badgeSizeOf("dash-a4", { kind: "publico", event })).toBe("label");
    expect(badgeSizeOf("windscreen", { kind: "expositor", event })).toBe("windscreen");
    expect(badgeSizeOf("windscreen", { kind: "publico", event })).toBe("label");
  });
});

describe("the lines of a badge", () => {
  const words = { people: (count: number) => `${count} pessoas`, stand: (label: string) => `Estande ${label}` };
  const badge = { company: null, club: null, vehicles: [], town: null, state_abbr: null, places: 1, stand: null };
  const event = { badge_hidden: [] as string[] };
  const linesOf = (change: object) => badgeLines({ ...badge, event, ...change } as unknown as Badge, words);

  it("are empty without data", () => expect(linesOf({})).toEqual({ about: "", place: "" }));

  it("name the company before the club, the first car, the town, people and stand", () => {
    const cars = [{ make: "Volkswagen", model: "Fusca", year: 1968 }, { make: "Ford" }];
    const more = { company: "Loja", club: "Clube", vehicles: cars, town: "Blumenau", state_abbr: "SC", places: 3 };
    expect(linesOf({ ...more, stand: "A1" })).toEqual({
      about: "Loja · Volkswagen Fusca 1968",
      place: "Blumenau/SC · 3 pessoas · Estande A1",
    });
  });

  it("leave out what the event hides", () => {
    const event = { badge_hidden: ["club", "people", "stand"] };
    expect(linesOf({ company: "Loja", town: "Blumenau", places: 3, stand: "A1", event })).toEqual({
      about: "",
      place: "Blumenau",
    });
  });
});

it("a sheet is never wider than the screen and never larger than on paper", () => {
  for (const size of sizesOf("expositor"))
    for (const [, screen, zoom] of screenZoom(size).matchAll(/min-width: (\d+)px\).*zoom: ([\d.]+)/g)) {
      expect(Number(zoom)).toBeLessThanOrEqual(1);
      expect(Number(zoom) * (BADGE_SIZES[size].width / 25.4) * 96).toBeLessThanOrEqual(Number(screen) - 32);
    }
});
