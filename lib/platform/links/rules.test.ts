import { expect, it } from "vitest";
import { isLinkCode } from "./rules";

it.each([
  ["abcdefgh", true],
  ["abcdefg1", false],
  ["abcdefghi", false],
  ["ABCDEFGH", false],
  [null, false],
])("%s is the code of a short link: %s", (code, expected) => {
  expect(isLinkCode(code)).toBe(expected);
});
