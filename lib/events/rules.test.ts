import { describe, expect, it } from "vitest";
import {
  byMonth,
  daysOf,
  eventFileKey,
  eventTitle,
  filterMarks,
  isEventAddress,
  isEventId,
  monthAway,
  programmeText,
  registrationState,
  weeksOf,
} from "./rules";

const NOW = Date.parse("2027-01-10T12:00:00Z");
const event = { status: "published", starts_at: "2027-02-20T11:00:00Z" };
const type = { capacity: 10, taken: 0, has_waiting_list: true, opens_at: null, closes_at: null };

describe("registrationState", () => {
  it.each([
    ["open", {}, {}],
    ["open", { capacity: null, taken: 5000 }, {}],
    ["waiting_list", { taken: 10 }, {}],
    ["full", { taken: 10, has_waiting_list: false }, {}],
    ["not_yet", { opens_at: "2027-01-11T00:00:00Z" }, {}],
    ["not_yet", { opens_at: "2027-01-11T00:00:00Z", taken: 10 }, {}],
    ["open", { opens_at: "2027-01-10T12:00:00Z" }, {}],
    ["closed", { closes_at: "2027-01-10T12:00:00Z" }, {}],
    ["closed", {}, { starts_at: "2027-01-10T12:00:00Z" }],
    ["closed", {}, { status: "postponed" }],
    ["closed", {}, { status: "cancelled" }],
    ["closed", {}, { status: "draft" }],
  ])("is %s with kind %j and event %j", (expected, kindChange, eventChange) => {
    expect(registrationState({ ...type, ...kindChange }, { ...event, ...eventChange }, NOW)).toBe(expected);
  });
});

describe("daysOf", () => {
  it.each([
    ["2027-02-20T11:00:00Z", "2027-02-21T20:00:00Z", ["2027-02-20", "2027-02-21"]],
    ["2027-02-20T11:00:00Z", "2027-02-20T20:00:00Z", ["2027-02-20"]],
    // Midnight in Brazil is the end of the day before.
    ["2027-02-20T11:00:00Z", "2027-02-21T03:00:00Z", ["2027-02-20"]],
    ["2027-02-21T01:00:00Z", "2027-02-21T04:00:00Z", ["2027-02-20", "2027-02-21"]],
  ])("from %s to %s", (starts_at, ends_at, days) => {
    expect(daysOf({ starts_at, ends_at })).toEqual(days);
  });
});

describe("filterMarks", () => {
  const offer = { ...type, kind: "publico", price_cents: 0 };
  const marks = (offers: (typeof offer)[], status = "published") =>
    filterMarks(
      {
        ...event,
        status,
        ends_at: "2027-02-21T20:00:00Z",
        kind: "meeting",
        state_abbr: "SC",
        event_registration_types: offers,
      },
      NOW,
    ).mais.filter(Boolean);

  it("is free when every kind for visitors costs nothing", () => {
    expect(marks([offer])).toEqual(["gratis"]);
    expect(marks([offer, { ...offer, price_cents: 100 }])).toEqual([]);
    expect(marks([])).toEqual([]);
  });

  it("accepts exhibitors while their registration or waiting list is open", () => {
    const exhibitor = { ...offer, kind: "expositor" };
    expect(marks([exhibitor])).toEqual(["expositores"]);
    expect(marks([{ ...exhibitor, taken: 10 }])).toEqual(["expositores"]);
    expect(marks([{ ...exhibitor, taken: 10, has_waiting_list: false }])).toEqual([]);
    expect(marks([exhibitor], "cancelled")).toEqual([]);
  });
});

describe("weeksOf", () => {
  it("has whole weeks from Monday with every day of the month once", () => {
    for (const [month, days] of [
      ["2027-02", 28],
      ["2028-02", 29],
      ["2026-11", 30],
      ["2027-08", 31],
    ] as const) {
      const weeks = weeksOf(month);
      expect(weeks.every((week) => week.length === 7)).toBe(true);
      expect(weeks.flat().filter(Boolean)).toHaveLength(days);
      const column = weeks.flat().indexOf(`${month}-01`);
      expect((new Date(`${month}-01T00:00:00Z`).getUTCDay() + 6) % 7).toBe(column);
    }
  });
});

it.each([
  ["2026-12", 1, "2027-01"],
  ["2027-01", -1, "2026-12"],
  ["2027-05", 0, "2027-05"],
])("%s and %i months is %s", (month, steps, expected) => {
  expect(monthAway(month, steps)).toBe(expected);
});

it("lists meetings from the given month on and leaves empty months out", () => {
  const meetings = [{ months: [1] }, { months: [11, 12] }, { months: [10] }];
  expect(byMonth(meetings, 11).map(({ month, items }) => [month, items.length])).toEqual([
    [11, 1],
    [12, 1],
    [1, 1],
    [10, 1],
  ]);
});

describe("addresses", () => {
  const id = "00000000-0000-4000-8000-0000000000e1";
  it.each([
    ["encontro-de-lages", true],
    [id, true],
    ["sc", false],
    ["a--b", false],
    ["../x", false],
    ["x".repeat(121), false],
  ])("%s can be an event: %s", (address, expected) => {
    expect(isEventAddress(address)).toBe(expected);
  });

  it("tells an id from a slug", () => {
    expect([isEventId(id), isEventId("encontro-de-lages")]).toEqual([true, false]);
  });

  it.each([
    [`/arquivo-evento/2026-11/${id}.webp`, `2026-11/${id}.webp`],
    [`/arquivo-evento/2026-11/${id}.pdf`, `2026-11/${id}.pdf`],
    [`/arquivo-evento/2026-11/${id}.html`, null],
    ["/arquivo-evento/../segredo", null],
    [`/midia/2026-11/${id}.webp`, null],
  ])("the file of %s is %s", (address, key) => {
    expect(eventFileKey(address)).toBe(key);
  });
});

it("shows a text in Portuguese when it is not translated", () => {
  expect(programmeText({ time: "", text: "Desfile", en: "Parade" }, "en-US")).toBe("Parade");
  expect(programmeText({ time: "", text: "Desfile", en: "Parade" }, "es-419")).toBe("Desfile");
  const titled = { title: "Encontro", title_en: null, title_es: "Encuentro" };
  expect((["pt-BR", "en-US", "es-419"] as const).map((locale) => eventTitle(titled, locale))).toEqual([
    "Encontro",
    "Encontro",
    "Encuentro",
  ]);
});
