import { describe, expect, it } from "vitest";
import { tokenOfSegment } from "../../platform/named-token";
import { isAccurate, sharePath, subjectKey, subjectOf } from "./rules";

const TOKEN = "AbC_-0123456789abcdefg";

describe("sharePath()", () => {
  it("has a readable name and the token", () => {
    const path = sharePath("Zé do Opala 1972", TOKEN);
    expect(path).toBe(`/passaporte/ze-do-opala-1972~${TOKEN}`);
    expect(tokenOfSegment(path.split("/")[2]!)).toBe(TOKEN);
  });

  it("has a fixed word for a name without letters", () => {
    expect(sharePath("🚗", TOKEN)).toBe(`/passaporte/passaporte~${TOKEN}`);
  });
});

describe("subjectOf()", () => {
  it("reads what subjectKey writes", () => {
    expect(subjectOf(subjectKey("city", 4209300))).toEqual({ type: "city", id: "4209300" });
  });

  it.each([undefined, "", "city", "region:1", "city:", "city:a b"])("is null for %j", (key) => {
    expect(subjectOf(key)).toBeNull();
  });
});

describe("isAccurate()", () => {
  it.each([
    ["photo_point", 200, true],
    ["photo_point", 201, false],
    ["city", 1000, true],
    ["city", 1001, false],
  ] as const)("%s with an error of %i m: %s", (type, metres, expected) => {
    expect(isAccurate(type, metres)).toBe(expected);
  });
});
