import { describe, expect, it } from "vitest";
import { invitedValues, isEditableByLink, isSubmittable, linkFormPath, storedLinkState } from "./rules";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const AFTER = "2026-11-25T12:00:00Z";
const BEFORE = "2026-11-23T12:00:00Z";

it("the form starts with what the team entered", () => {
  expect(invitedValues({ label: "Museu", email: "a@b.br", phone: null, state_abbr: "SC" })).toEqual({
    kind: "meeting",
    organizer_name: "Museu",
    organizer_email: "a@b.br",
    state_abbr: "SC",
  });
});

it("the form of a new event has an address of its own", () => {
  expect([linkFormPath("t", null), linkFormPath("t", "1")]).toEqual([
    "/eventos/publicar/t?evento=novo",
    "/eventos/publicar/t?evento=1",
  ]);
});

describe("the holder of a link changes", () => {
  it.each([
    ["a draft", { status: "draft", published_at: null, starts_at: BEFORE }, true],
    ["a published event before it begins", { status: "published", published_at: BEFORE, starts_at: AFTER }, true],
    ["a published event that has begun", { status: "published", published_at: BEFORE, starts_at: BEFORE }, false],
    ["a cancelled event", { status: "cancelled", published_at: BEFORE, starts_at: AFTER }, false],
  ])("%s", (_, event, answer) => expect(isEditableByLink(event, NOW)).toBe(answer));
});

describe("the holder of a link sends", () => {
  it.each([
    ["a complete draft", "draft", [], false, true],
    ["an incomplete draft", "draft", ["position"], true, false],
    ["a refused event", "rejected", [], false, true],
    ["an event that waits for the team", "pending", [], false, false],
    ["an event that waits, when the link publishes", "pending", [], true, true],
    ["a published event", "published", [], true, false],
  ])("%s", (_, status, gaps, direct, answer) => expect(isSubmittable({ status, gaps }, direct)).toBe(answer));
});

describe("a link in the panel is", () => {
  const link = { revoked_at: null, expires_at: AFTER, max_uses: 2, used: 1 };
  it.each([
    ["open", {}],
    ["used", { used: 2 }],
    ["expired", { expires_at: BEFORE, used: 2 }],
    ["revoked", { revoked_at: BEFORE, expires_at: BEFORE }],
  ])("%s", (state, changes) => expect(storedLinkState({ ...link, ...changes }, NOW)).toBe(state));
});
