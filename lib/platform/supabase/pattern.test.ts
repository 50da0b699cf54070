import { describe, expect, it } from "vitest";
import { patterns, searchConditions } from "./pattern";

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

describe("searchConditions", () => {
  const number = (digits: string) => digits.split("").join("[^0-9]*");
  it.each([
    ["3422-1007", "34221007"],
    ["+55 3422-1007", "34221007"],
    ["+55 34 3422-1007", "3434221007"],
    ["(034) 3422-1007", "3434221007"],
    ["55 34 3422 1007", "3434221007"],
  ])("of %j looks for the digits %s in telephones", (typed, digits) => {
    const [condition, ...others] = searchConditions(typed, ["phone"]);
    expect(others).toEqual([]);
    expect(condition!.or).toMatch(new RegExp(`^and\\(search_name\\.like\\..*\\),phone\\.match\\.`));
    expect(condition!.or!.endsWith(`phone.match.${number(digits)}`)).toBe(true);
  });

  it("keeps words apart, and few digits in the name", () => {
    expect(searchConditions("oficina 12", ["phone"])).toEqual([
      { words: ["%oficina%"], or: null },
      { words: ["%12%"], or: null },
    ]);
    expect(searchConditions("3422-1007", [])).toEqual([{ words: ["%3422-1007%"], or: null }]);
  });
});
