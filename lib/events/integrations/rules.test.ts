import { describe, expect, it } from "vitest";
import { firstLastDay, isWebhookAddress, lastTokenDay } from "./rules";

describe("the address of a webhook", () => {
  it.each(["https://exemplo.org/aviso", "https://hooks.exemplo.org/a?b=c", "https://exemplo.org:443/"])(
    "%s is accepted",
    (address) => expect(isWebhookAddress(address)).toBe(true),
  );

  it.each([
    "http://exemplo.org/",
    "https://exemplo.org:8443/",
    "https://ana:senha@exemplo.org/",
    "https://localhost/",
    "https://[::1]/",
    "ftp://exemplo.org/",
    "exemplo.org",
    "",
  ])("%s is refused", (address) => expect(isWebhookAddress(address)).toBe(false));
});

describe("the last day of a new token", () => {
  const now = Date.parse("2026-11-30T12:00:00-03:00");

  it.each([
    ["a month after an event that comes", "2027-03-20T21:00:00Z", "2027-04-19"],
    ["a month from now when the event is over", "2026-05-01T21:00:00Z", "2026-12-30"],
    ["the latest possible one for a distant event", "2029-05-01T21:00:00Z", "2028-01-03"],
  ])("is at first %s", (_, ends, day) => expect(firstLastDay(ends, now)).toBe(day));

  it("is at most 400 days away, the last day included", () => expect(lastTokenDay(now)).toBe("2028-01-03"));
});
