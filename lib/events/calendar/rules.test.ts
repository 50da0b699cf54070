import { describe, expect, it } from "vitest";
import { calendarEntries, sequenceOf, timeZoneComponent } from "./rules";

const event = {
  id: "e1",
  starts_at: "2026-12-05T14:00:00Z",
  ends_at: "2026-12-05T23:00:00Z",
  time_zone: "America/Rio_Branco",
};
const programme = [
  { day: "2026-12-05", items: [{ time: "09:00" }] },
  { day: "2026-12-06", items: [{ time: "" }, { time: "08:30" }, { time: "11:00" }] },
];

describe("calendarEntries", () => {
  it("is one entry for an event of a day, and for a night over midnight", () => {
    expect(calendarEntries(event, [])).toEqual([
      { uid: "e1@lacambeche", start: event.starts_at, end: event.ends_at, isAllDay: false },
    ]);
    expect(calendarEntries({ ...event, ends_at: "2026-12-06T09:00:00Z" }, [])).toHaveLength(1);
  });

  it("is one entry a day when the programme has the hours of each day", () => {
    const found = calendarEntries({ ...event, ends_at: "2026-12-06T23:00:00Z" }, programme);
    expect(found).toEqual([
      {
        uid: "e1-2026-12-05@lacambeche",
        start: "2026-12-05T14:00:00.000Z",
        end: "2026-12-05T23:00:00.000Z",
        isAllDay: false,
      },
      {
        uid: "e1-2026-12-06@lacambeche",
        start: "2026-12-06T13:30:00.000Z",
        end: "2026-12-06T23:00:00.000Z",
        isAllDay: false,
      },
    ]);
  });

  it("takes whole days when the hours of a day are not known", () => {
    const whole = { uid: "e1@lacambeche", start: "2026-12-05", end: "2026-12-07", isAllDay: true };
    expect(calendarEntries({ ...event, ends_at: "2026-12-06T23:00:00Z" }, [])).toEqual([whole]);
    const late = [...programme.slice(0, 1), { day: "2026-12-06", items: [{ time: "20:00" }] }];
    expect(calendarEntries({ ...event, ends_at: "2026-12-06T23:00:00Z" }, late)).toEqual([whole]);
  });

  it("does not take the day that begins when the event ends", () => {
    expect(calendarEntries({ ...event, ends_at: "2026-12-07T05:00:00Z" }, [])).toMatchObject([{ end: "2026-12-07" }]);
  });
});

it("the number of a version rises with each change", () => {
  const [first, second] = ["2026-11-27T10:00:00+00:00", "2026-11-27T10:00:02.5+00:00"].map(sequenceOf);
  expect(second! - first!).toBe(2);
  expect(sequenceOf("2025-01-01T00:00:00Z")).toBe(0);
});

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
