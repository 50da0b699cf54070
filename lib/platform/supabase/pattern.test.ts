import { describe, expect, it } from "vitest";
import { patterns } from "./pattern";

describe("patterns", () => {
  it("ignore case and accents", () => expect(patterns("São")).toEqual(["%sao%"]));

  it("contain one pattern per word", () =>
    expect(patterns("  serra   São JOÃO ")).toEqual(["%serra%", "%sao%", "%joao%"]));

  it("are empty for an empty search", () => expect(patterns("  ")).toEqual([]));

  it.each(["%", "_"])("match %s literally", (sign) => expect(patterns(`a${sign}b`)).toEqual([`%a\\${sign}b%`]));

  it.each(["*", ",", ":", "(", ")", '"', "\\"])("replace %s by a wildcard for one character", (sign) =>
    expect(patterns(`a${sign}b`)).toEqual(["%a_b%"]),
  );
});
