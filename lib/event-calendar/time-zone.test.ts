import { describe, expect, it } from "vitest";
import { timeZoneComponent } from "./time-zone";

describe("timeZoneComponent", () => {
  it.each([
    ["America/Noronha", "-0200"],
    ["America/Sao_Paulo", "-0300"],
    ["America/Manaus", "-0400"],
    ["America/Rio_Branco", "-0500"],
  ])("%s is %s", (zone, offset) => {
    const lines = timeZoneComponent(zone).split("\r\n");
    expect(lines).toContain(`TZID:${zone}`);
    expect(lines).toContain(`TZOFFSETTO:${offset}`);
  });
});
