import { expect, it } from "vitest";
import { TYPED_TEXTS } from "@/tests/support/typed-texts";
import { typedLine, typedText } from "./typed-text";

it.each(TYPED_TEXTS)("stores %j as %j", (typed, stored) => expect(typedText(typed)).toBe(stored));

it("replaces line breaks in a name by spaces", () =>
  expect(typedLine(" Ana\r\n\tMaria  Lima\u2028da Serra ")).toBe("Ana Maria Lima da Serra"));
