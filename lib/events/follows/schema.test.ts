import { describe, expect, it } from "vitest";
import { followSchema } from "./schema";

const EVENT = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";
const given = { email: "ana@example.org", locale: "pt-BR", state_abbr: "SC" };

describe("the form of a follow", () => {
  it("takes a state, an event or a series", () => {
    expect(followSchema.safeParse(given).success).toBe(true);
    expect(followSchema.safeParse({ ...given, state_abbr: undefined, event_id: EVENT }).success).toBe(true);
    expect(followSchema.safeParse({ ...given, state_abbr: undefined, series_id: EVENT }).success).toBe(true);
  });

  it.each([
    ["a state and an event", { event_id: EVENT }],
    ["an event and a series", { state_abbr: undefined, event_id: EVENT, series_id: EVENT }],
    ["neither", { state_abbr: undefined }],
    ["an unknown state", { state_abbr: "XX" }],
    ["an address without a domain", { email: "ana@" }],
    ["an unknown language", { locale: "fr" }],
    ["a field that only programs fill in", { homepage: "x" }],
    ["a file", { email: new File(["x"], "x") }],
  ])("refuses %s", (_, change) => {
    expect(followSchema.safeParse({ ...given, ...change }).success).toBe(false);
  });
});
