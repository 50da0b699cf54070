import { afterEach, describe, expect, it, vi } from "vitest";
import { momentIn, withOffset } from "../../platform/dates";
import {
  byMonth,
  daysOf,
  eventDays,
  eventHour,
  eventMoment,
  eventTitle,
  eventWhen,
  filterMarks,
  isEventAddress,
  isEventId,
  monthAway,
  programmeText,
  registrationState,
  shownMedia,
  weeksOf,
  pricedAt,
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

const ZONES = ["America/Noronha", "America/Sao_Paulo", "America/Manaus", "America/Eirunepe"] as const;
/** Local times of the first and the last minute, and the days of the event. */
const TIMES: [string, string, string, string[]][] = [
  ["late in the evening", "2026-12-05T22:30", "2026-12-05T23:30", ["2026-12-05"]],
  ["until midnight", "2026-12-05T09:00", "2026-12-06T00:00", ["2026-12-05"]],
  ["over midnight", "2026-12-05T21:00", "2026-12-06T00:01", ["2026-12-05", "2026-12-06"]],
  ["from midnight", "2026-12-05T00:00", "2026-12-05T12:00", ["2026-12-05"]],
  ["at the end of a month", "2027-02-28T20:00", "2027-03-01T02:00", ["2027-02-28", "2027-03-01"]],
  ["on New Year's Eve", "2026-12-31T20:00", "2027-01-01T04:00", ["2026-12-31", "2027-01-01"]],
];

describe("the day and hour of an event", () => {
  const cases = ZONES.flatMap((zone) => TIMES.map((times) => [zone, ...times] as const));
  const readers = ["Europe/Lisbon", "America/Sao_Paulo", "Asia/Tokyo"];
  afterEach(() => vi.unstubAllEnvs());

  it.each(cases)("%s, %s", (time_zone, _when, first, last, days) => {
    const [starts_at, ends_at] = [momentIn(first, time_zone)!, momentIn(last, time_zone)!];
    for (const reader of readers) {
      vi.stubEnv("TZ", reader);
      expect(daysOf({ starts_at, ends_at, time_zone })).toEqual(days);
      expect(eventHour(starts_at, time_zone, "pt-BR")).toBe(first.slice(11));
      expect(eventMoment(starts_at, time_zone, "pt-BR", { dateStyle: "short" })).toBe(
        days[0]!.split("-").reverse().join("/"),
      );
      expect(withOffset(starts_at, time_zone).slice(0, 16)).toBe(first);
      expect(Date.parse(withOffset(ends_at, time_zone))).toBe(Date.parse(ends_at));
    }
  });

  it.each([
    ["pt-BR", "5 de dez. de 2026", "31 de dez. de 2026 – 1 de jan. de 2027"],
    ["en-US", "Dec 5, 2026", "Dec 31, 2026 – Jan 1, 2027"],
    ["es-419", "5 dic 2026", "31 de dic de 2026 – 1 de ene de 2027"],
  ])("in %s an event until midnight has one day, New Year's Eve has two years", (locale, one, two) => {
    const time_zone = "America/Rio_Branco";
    const daysFor = (first: string, last: string) =>
      eventDays({ starts_at: momentIn(first, time_zone)!, ends_at: momentIn(last, time_zone)!, time_zone }, locale);
    expect(daysFor("2026-12-05T22:30", "2026-12-06T00:00")).toBe(one);
    expect(daysFor("2026-12-31T20:00", "2027-01-01T04:00")).toBe(two);
  });

  it("shows all days of an event of several days, and the hour of one of a single day", () => {
    const at = (ends_at: string) => ({
      starts_at: "2026-12-05T12:00:00Z",
      ends_at,
      time_zone: "America/Sao_Paulo",
    });
    expect(eventWhen(at("2026-12-05T21:00:00Z"), "pt-BR")).toBe("sábado, 5 de dezembro de 2026 às 09:00");
    expect(eventWhen(at("2026-12-07T21:00:00Z"), "pt-BR")).toBe("5 – 7 de dezembro de 2026, 09:00 – 18:00");
  });

  it("a moment of a zone with summer time in the past keeps its offset", () => {
    expect(withOffset("2018-12-05T12:00:00Z", "America/Sao_Paulo")).toBe("2018-12-05T10:00:00-02:00");
    expect(withOffset("2026-12-05T12:00:00Z", "America/Sao_Paulo")).toBe("2026-12-05T09:00:00-03:00");
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

  it("distinguishes an id from a slug", () => {
    expect([isEventId(id), isEventId("encontro-de-lages")]).toEqual([true, false]);
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

describe("the price of a kind with price steps", () => {
  const steps = [
    { starts_at: "2027-02-01T03:00:00Z", price_cents: 7000 },
    { starts_at: "2027-03-01T03:00:00Z", price_cents: 9000 },
  ];
  it.each([
    ["2027-01-31T00:00:00Z", 5000, 2],
    ["2027-02-01T03:00:00Z", 7000, 1],
    ["2027-04-01T00:00:00Z", 9000, 0],
  ])("at %s is %i cents", (now, cents, later) => {
    const kind = pricedAt({ price_cents: 5000, price_steps: steps }, Date.parse(now));
    expect([kind.price_cents, kind.next_prices.length]).toEqual([cents, later]);
  });

  it("is its only price without steps", () => {
    expect(pricedAt({ price_cents: 5000, price_steps: null }, 0)).toMatchObject({ price_cents: 5000 });
  });
});

it("shows pictures of the organisers when the event is over, and files of the team always", () => {
  const media = [
    { id: "team", consented_at: null },
    { id: "organiser", consented_at: "2027-02-20T20:00:00Z" },
  ];
  const shown = (isOver: boolean) => shownMedia(media, isOver).map(({ id }) => id);
  expect(shown(false)).toEqual(["team"]);
  expect(shown(true)).toEqual(["team", "organiser"]);
});
