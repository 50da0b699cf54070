import { describe, expect, it } from "vitest";
import { messagesOf } from "../support/messages";
import { SPECIFIED_PIECES, SPECIFIED_TEXTS } from "./specification-texts";

const portuguese = messagesOf("pt-BR");

describe("texts of the specification", () => {
  it.each(Object.entries(SPECIFIED_TEXTS))("%s is '%s'", (key, text) => {
    expect(portuguese.get(key)).toBe(text);
  });

  it.each(Object.entries(SPECIFIED_PIECES))("%s contains %s", (key, pieces) => {
    for (const piece of pieces) expect(portuguese.get(key)).toContain(piece);
  });
});
