import { describe, expect, it } from "vitest";
import { calendarEntries, sequenceOf, timeZoneComponent, webcalAddress } from "./rules";

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

  const days = (...entries: [uid: string, start: string, end: string, isAllDay?: true][]) =>
    entries.map(([uid, start, end, isAllDay = false]) => ({ uid: `${uid}@lacambeche`, start, end, isAllDay }));

  it("is one entry a day when the programme has the hours of each day", () => {
    expect(calendarEntries({ ...event, ends_at: "2026-12-06T23:00:00Z" }, programme)).toEqual(
      days(
        ["e1", "2026-12-05T14:00:00.000Z", "2026-12-05T23:00:00.000Z"],
        ["e1-2", "2026-12-06T13:30:00.000Z", "2026-12-06T23:00:00.000Z"],
      ),
    );
  });

  it("takes the whole of a day whose hours are not known or go beyond the end", () => {
    const three = { ...event, ends_at: "2026-12-07T23:00:00Z" };
    const late = [...programme, { day: "2026-12-07", items: [{ time: "09:00" }, { time: "20:00" }] }];
    for (const given of [programme, late])
      expect(calendarEntries(three, given)).toEqual(
        days(
          ["e1", "2026-12-05T14:00:00.000Z", "2026-12-05T23:00:00.000Z"],
          ["e1-2", "2026-12-06T13:30:00.000Z", "2026-12-06T23:00:00.000Z"],
          ["e1-3", "2026-12-07", "2026-12-08", true],
        ),
      );
    // The event begins on its first evening and ends on an afternoon.
    const evening = { ...event, starts_at: "2026-12-05T23:30:00Z", ends_at: "2026-12-07T21:00:00Z" };
    expect(calendarEntries(evening, programme)[0]).toEqual(days(["e1", "2026-12-05", "2026-12-06", true])[0]);
  });

  it("is one entry of whole days without a programme, with the id of the first day", () => {
    const whole = days(["e1", "2026-12-05", "2026-12-07", true]);
    const long = { ...event, ends_at: "2026-12-06T23:00:00Z" };
    expect(calendarEntries(long, [])).toEqual(whole);
    expect(calendarEntries(long, [{ day: "2026-12-06", items: [{ time: "" }] }])).toEqual(whole);
    expect(calendarEntries(long, [{ day: "2026-12-09", items: [{ time: "09:00" }] }])).toEqual(whole);
  });

  it("keeps the ids of the days when the event moves to other dates", () => {
    const moved = { ...event, starts_at: "2027-01-09T14:00:00Z", ends_at: "2027-01-10T23:00:00Z" };
    const items = programme.map((one, index) => ({ ...one, day: ["2027-01-09", "2027-01-10"][index]! }));
    const ids = (entries: { uid: string }[]) => entries.map(({ uid }) => uid);
    expect(ids(calendarEntries(moved, items))).toEqual(
      ids(calendarEntries({ ...event, ends_at: "2026-12-06T23:00:00Z" }, programme)),
    );
  });

  it("does not take the day that begins when the event ends", () => {
    expect(calendarEntries({ ...event, ends_at: "2026-12-07T05:00:00Z" }, [])).toMatchObject([{ end: "2026-12-07" }]);
  });
});

it("a calendar is subscribed to by the address of its file with another scheme", () => {
  expect(webcalAddress("https://a.example/eventos/lacambeche/sc/ics")).toBe(
    "webcal://a.example/eventos/lacambeche/sc/ics",
  );
  expect(webcalAddress("http://localhost:3000/ics")).toBe("webcal://localhost:3000/ics");
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
