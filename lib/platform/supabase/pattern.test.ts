import { describe, expect, it } from "vitest";
import { pattern } from "./pattern";

describe("pattern", () => {
  it("folds case and accents", () => expect(pattern("São JOÃO")).toBe("%sao joao%"));

  it.each(["%", "_", "*", ",", ":", "(", ")", '"', "\\"])("takes %s for any one letter", (sign) => expect(pattern(`a${sign}b`)).toBe("%a_b%"));
});
