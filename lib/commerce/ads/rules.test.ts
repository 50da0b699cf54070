import { describe, expect, it } from "vitest";
import {
  artKey,
  clickRate,
  drawAd,
  fillDays,
  hasAudience,
  isProgram,
  isTargetedAt,
  renewalDue,
  stateOfAd,
} from "./rules";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const DAY = 86_400_000;
const ad = (id: string, weight: number, from = NOW - DAY, until = NOW + DAY) => ({ id, weight, from, until });

/** Seeded random numbers, so that a failure is reproducible. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("drawAd", () => {
  it("matches the weights: 10,000 draws are within three sigma of each share", () => {
    const ads = [
      ad("one", 1),
      ad("two", 2),
      ad("seven", 7),
      ad("over", 50, NOW - 2 * DAY, NOW - DAY),
      ad("later", 50, NOW + DAY, NOW + 2 * DAY),
    ];
    const chance = chances(20_261_121);
    const draws = 10_000;
    const counts = new Map<string, number>();
    for (let draw = 0; draw < draws; draw++) {
      const { id } = drawAd(ads, NOW, chance())!;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(["one", "seven", "two"]);
    for (const [id, share] of [
      ["one", 0.1],
      ["two", 0.2],
      ["seven", 0.7],
    ] as const) {
      const sigma = Math.sqrt(draws * share * (1 - share));
      expect(Math.abs((counts.get(id) ?? 0) - draws * share)).toBeLessThan(3 * sigma);
    }
  });

  it.each([
    [0, "one"],
    [0.0999, "one"],
    [0.1, "two"],
    [0.2999, "two"],
    [0.3, "seven"],
    [0.999_999, "seven"],
  ])("chance %d draws %s", (chance, id) => {
    expect(drawAd([ad("one", 1), ad("two", 2), ad("seven", 7)], NOW, chance)?.id).toBe(id);
  });

  it.each([
    [NOW, NOW + 1, true],
    [NOW + 1, NOW + 2, false],
    [NOW - 1, NOW, false],
  ])("runs from %d (inclusive) until %d (exclusive): %s", (from, until, runs) => {
    expect(drawAd([ad("x", 1, from, until)], NOW, 0.5) !== null).toBe(runs);
  });
});

describe("isTargetedAt", () => {
  it.each([
    [[], [], "route_page", "SC", true],
    [[], [], "home_top", null, true],
    [["route_page"], ["SC", "PR"], "route_page", "SC", true],
    [["route_page"], [], "state_home", "SC", false],
    [[], ["PR"], "route_page", "SC", false],
    [[], ["SC"], "home_top", null, false],
  ] as const)("placements %j, states %j in %s of %s: %s", (placements, states, place, state, expected) => {
    expect(isTargetedAt({ placements, states }, place, state)).toBe(expected);
  });
});

describe("renewalDue and stateOfAd", () => {
  const ends = (days: number) => new Date(NOW + days * DAY).toISOString();
  it.each([
    ["approved", 15, 15],
    ["approved", 15.1, null],
    ["paused", 0.2, 1],
    ["approved", 0, null],
    ["in_review", 3, null],
    ["stopped", 3, null],
  ])("%s ending in %d days: %s", (status, days, due) => {
    expect(renewalDue(status, ends(days), NOW)).toBe(due);
  });
  it.each([
    ["approved", 1, "approved"],
    ["approved", 0, "ended"],
    ["paused", -1, "ended"],
    ["rejected", -1, "rejected"],
    ["stopped", -1, "stopped"],
  ])("%s ending in %d days has the status %s", (status, days, shown) => {
    expect(stateOfAd(status, ends(days), NOW)).toBe(shown);
  });
});

describe("reports", () => {
  it("fill days without views with zero and keep the newest", () => {
    const seen = [{ day: "2026-02-28", impressions: 4, clicks: 1 }];
    expect(fillDays(seen, "2026-02-27", "2026-03-01", 2)).toEqual([
      seen[0],
      { day: "2026-03-01", impressions: 0, clicks: 0 },
    ]);
  });
  it("have no click rate without views", () => {
    expect(clickRate({ impressions: 0, clicks: 0 })).toBeNull();
    expect(clickRate({ impressions: 200, clicks: 3 })).toBe(0.015);
  });
});

it.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36", false],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", false],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true],
  ["WhatsApp/2.23.20.0", true],
  ["curl/8.5.0", true],
])("%s is a bot: %s", (agent, expected) => {
  expect(isProgram(agent)).toBe(expected);
});

it.each([
  ["/arte/2026-11/00000000-0000-4000-8000-000000000000.webp", "2026-11/00000000-0000-4000-8000-000000000000.webp"],
  ["/arte/../x.webp", null],
  ["/midia/2026-11/00000000-0000-4000-8000-000000000000.webp", null],
])("the storage key of %s is %s", (address, key) => {
  expect(artKey(address)).toBe(key);
});

describe("hasAudience", () => {
  const audience = new Map([
    ["home_top", { views: 0, week: 0 }],
    ["blog_inline", { views: 4, week: 0 }],
  ]);
  it("is false for a period in which no placement was seen", () => {
    expect(hasAudience(audience)).toBe(true);
    expect(hasAudience(audience, "week")).toBe(false);
    expect(hasAudience(new Map())).toBe(false);
  });
});
