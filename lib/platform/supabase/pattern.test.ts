import { describe, expect, it } from "vitest";
import { patterns } from "./pattern";

describe("patterns", () => {
  it("fold case and accents", () => expect(patterns("São")).toEqual(["%sao%"]));

  it("are one for each word", () => expect(patterns("  serra   São JOÃO ")).toEqual(["%serra%", "%sao%", "%joao%"]));

  it("of nothing are none", () => expect(patterns("  ")).toEqual([]));

  it.each(["%", "_"])("take %s as it is", (sign) => expect(patterns(`a${sign}b`)).toEqual([`%a\\${sign}b%`]));

  it.each(["*", ",", ":", "(", ")", '"', "\\"])("take %s for any one letter", (sign) => expect(patterns(`a${sign}b`)).toEqual(["%a_b%"]));
});
