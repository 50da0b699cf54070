import { describe, expect, it } from "vitest";
import { calendarFile, type CalendarEvent } from "./service";

type Property = { parameters: Record<string, string>; value: string };
type Component = { name: string; properties: Map<string, Property>; parts: Component[] };

/** A parser of RFC 5545 that is strict about lines, nesting and repeated properties. */
function parseCalendar(file: string): Component {
  expect(file.endsWith("\r\n") || file.endsWith("END:VCALENDAR")).toBe(true);
  for (const line of file.split("\r\n")) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  const root: Component = { name: "", properties: new Map(), parts: [] };
  const open = [root];
  for (const line of file
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .filter(Boolean)) {
    const [, name, rest = "", value = ""] = /^([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/.exec(line) ?? [];
    const { name: inside, properties } = open.at(-1)!;
    if (name === "BEGIN") {
      const part = { name: value, properties: new Map(), parts: [] };
      open.at(-1)!.parts.push(part);
      open.push(part);
    } else if (name === "END" && inside === value) {
      open.pop();
    } else if (name && name !== "END" && !properties.has(name)) {
      const given = rest.split(";").slice(1);
      properties.set(name, {
        parameters: Object.fromEntries(given.map((one) => one.split("=") as [string, string])),
        value,
      });
    } else {
      throw new Error(`unexpected line in ${inside}: ${line}`);
    }
  }
  expect(open).toEqual([root]);
  expect(root.parts.map(({ name }) => name)).toEqual(["VCALENDAR"]);
  return root.parts[0]!;
}

const unescaped = (text = "") => text.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign));

const EVENT: CalendarEvent = {
  id: "00000000-0000-4000-8000-0000000000aa",
  slug: "encontro-a",
  title: "Encontro; o “grande”, à beira-mar \\ praia",
  status: "published",
  starts_at: "2026-12-05T12:00:00Z",
  ends_at: "2026-12-05T20:00:00Z",
  venue: "Parque, portão 2",
  town: "Rio Branco",
  state_abbr: "AC",
  time_zone: "America/Rio_Branco",
  updated_at: "2026-11-27T10:00:00+00:00",
  description: `Primeira linha\nsegunda linha ${"com texto comprido ".repeat(20)}`.trim(),
  event_days: [],
};

const calendarOf = (...events: Partial<CalendarEvent>[]) =>
  parseCalendar(
    calendarFile({
      name: "Eventos, de\r\nX-INJECTED:1; fim",
      slugOrState: "ac",
      locale: "es-419",
      events: events.map((event) => ({ ...EVENT, ...event })),
    }),
  );
const entriesOf = (calendar: Component) => calendar.parts.filter(({ name }) => name === "VEVENT");
const valuesOf = (calendar: Component, property: string) =>
  entriesOf(calendar).map(({ properties }) => properties.get(property)?.value);

describe("the calendar file", () => {
  it("has a name, an address and an interval for programs that read it again", () => {
    const { properties } = calendarOf({});
    expect(unescaped(properties.get("X-WR-CALNAME")?.value)).toBe("Eventos, de X-INJECTED:1; fim");
    expect(properties.get("URL")?.value).toBe("http://localhost:3000/espanol/eventos/lacambeche/ac/ics");
    expect(properties.get("REFRESH-INTERVAL")).toEqual({ parameters: { VALUE: "DURATION" }, value: "PT12H" });
    expect(properties.get("METHOD")?.value).toBe("PUBLISH");
  });

  it("has the texts of an event unchanged, and the address of its page in the language of the file", () => {
    const [{ properties } = { properties: new Map<string, Property>() }] = entriesOf(calendarOf({}));
    expect(unescaped(properties.get("SUMMARY")?.value)).toBe(EVENT.title);
    expect(unescaped(properties.get("LOCATION")?.value)).toBe("Parque, portão 2, Rio Branco AC");
    expect(unescaped(properties.get("DESCRIPTION")?.value)).toContain(EVENT.description);
    expect(properties.get("URL")?.value).toBe("http://localhost:3000/espanol/eventos/lacambeche/encontro-a");
  });

  it("has the hours of a day in the zone of the event, which the file describes", () => {
    const calendar = calendarOf({}, { id: "other", time_zone: "America/Sao_Paulo" });
    const [first] = entriesOf(calendar);
    expect(first!.properties.get("DTSTART")).toEqual({
      parameters: { TZID: "America/Rio_Branco" },
      value: "20261205T070000",
    });
    expect(first!.properties.get("DTEND")?.value).toBe("20261205T150000");
    const zones = calendar.parts.filter(({ name }) => name === "VTIMEZONE");
    expect(zones.map(({ properties }) => properties.get("TZID")?.value)).toEqual([
      "America/Rio_Branco",
      "America/Sao_Paulo",
    ]);
  });

  it("has one entry a day of an event with a programme, whole days where an hour is missing, and no night", () => {
    const event_days = [
      { day: "2026-12-06", items: [{ time: "08:30", text: "Desfile" }] },
      { day: "2026-12-07", items: "damaged" },
    ];
    const calendar = calendarOf({ ends_at: "2026-12-07T20:00:00Z", event_days });
    expect(valuesOf(calendar, "UID")).toEqual([
      `${EVENT.id}@lacambeche`,
      `${EVENT.id}-2@lacambeche`,
      `${EVENT.id}-3@lacambeche`,
    ]);
    expect(valuesOf(calendar, "DTSTART")).toEqual(["20261205T070000", "20261206T083000", "20261207"]);
    expect(valuesOf(calendar, "DTEND")).toEqual(["20261205T150000", "20261206T150000", "20261208"]);
    expect(entriesOf(calendar)[2]!.properties.get("DTSTART")?.parameters).toEqual({ VALUE: "DATE" });
  });

  it("has whole days for an event without a programme; the last one is not included", () => {
    const calendar = calendarOf({ ends_at: "2026-12-07T20:00:00Z" });
    expect(valuesOf(calendar, "DTSTART")).toEqual(["20261205"]);
    expect(valuesOf(calendar, "DTEND")).toEqual(["20261208"]);
  });

  it("keeps cancelled events, marked as cancelled", () => {
    const statuses = ["published", "postponed", "cancelled"].map((status, index) => ({ id: `e${index}`, status }));
    expect(valuesOf(calendarOf(...statuses), "STATUS")).toEqual(["CONFIRMED", "TENTATIVE", "CANCELLED"]);
  });

  it("has a higher number and a later change of the same entry after a change of the event", () => {
    const [before, after] = ["2026-11-27T10:00:00+00:00", "2026-11-27T10:00:05+00:00"].map((updated_at) =>
      calendarOf({ updated_at }),
    );
    expect(valuesOf(after!, "UID")).toEqual(valuesOf(before!, "UID"));
    expect(Number(valuesOf(after!, "SEQUENCE")[0])).toBe(Number(valuesOf(before!, "SEQUENCE")[0]) + 5);
    expect(valuesOf(before!, "LAST-MODIFIED")).toEqual(["20261127T100000Z"]);
    expect(valuesOf(after!, "DTSTAMP")).toEqual(["20261127T100005Z"]);
  });

  it("is a valid calendar without events", () => {
    expect(entriesOf(calendarOf())).toEqual([]);
  });
});
