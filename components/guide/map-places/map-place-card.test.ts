import { describe, expect, it } from "vitest";
import { hoursText } from "./map-place-card";

describe("hoursText", () => {
  it("joins days with the same text and leaves out days without one", () => {
    const week = ["Não abre", "09:00 - 17:00", "09:00 - 17:00", "09:00 - 17:00", "", "10:00 - 12:00", ""];
    expect(hoursText(week, (day) => `d${day}`)).toBe("d0 Não abre; d1–d3 09:00 - 17:00; d5 10:00 - 12:00");
  });
});
