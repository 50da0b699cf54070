import { describe, expect, it } from "vitest";
import { movedDates } from "./parts/rules";
import * as rules from "./rules";

describe("price", () => {
  it.each([
    ["", 0],
    ["0", 0],
    ["25", 2500],
    ["25,5", 2550],
    ["25.50", 2550],
    ["R$ 1.250,00", 125_000],
    ["r$ 1250,00", 125_000],
    ["1.250", 125_000],
    ["1,250.00", 125_000],
    ["1 250,00", 125_000],
    ["19,99", 1999],
    ["-5", null],
    ["25,505", null],
    ["R$ 25,505", null],
    ["1.25,50", null],
    ["1250.000,00", null],
    ["grátis", null],
  ])("%j is %j cents", (typed, cents) => {
    expect(rules.centsOf(typed)).toBe(cents);
  });

  it.each([0, 2500, 2550, 125_005])("%j cents are read back from their text", (cents) => {
    expect(rules.centsOf(rules.priceText(cents))).toBe(cents);
  });
});

it.each([
  [{ state_abbr: "SC", municipality_ibge: "" }, "America/Sao_Paulo"],
  [{ state_abbr: "PE", municipality_ibge: "2605459" }, "America/Noronha"],
  [{ state_abbr: "AM", municipality_ibge: "1304062" }, "America/Eirunepe"],
  [{}, "America/Sao_Paulo"],
])("a form with %j has the time of %s", (values, zone) => {
  expect(rules.zoneOfForm(values)).toBe(zone);
});

describe("another date of a form", () => {
  const stored = {
    id: "a",
    startDay: "2027-03-20",
    startTime: "09:00",
    "kinds.0.name": "Público",
    "kinds.0.opens_at": "2027-03-01T00:00",
    "kinds.0.closes_at": "",
    "kinds.0.price_steps.0.starts_at": "2027-01-09T23:00",
    "kinds.0.price_steps.1.starts_at": "2027-03-10T00:00",
    "kinds.1.opens_at": "2027-01-01T00:00",
    votes_open_at: "2027-03-20T10:00",
  };

  const now = Date.parse("2027-01-10T12:00:00Z");

  it("moves the stored dates of its kinds by the same time; what has begun stays", () => {
    expect(movedDates(stored, { startDay: "2027-02-10", startTime: "10:00" }, now)).toEqual([
      { name: "Público", field: "opens_at", from: "2027-03-01T00:00", to: "2027-01-22T01:00" },
      { name: "Público", field: "price", from: "2027-03-10T00:00", to: "2027-01-31T01:00" },
      { name: "", field: "votes_open_at", from: "2027-03-20T10:00", to: "2027-02-10T11:00" },
    ]);
  });

  it.each([
    ["the same date", stored, "2027-03-20"],
    ["an incomplete date", stored, ""],
    ["a new event", { ...stored, id: "" }, "2027-02-10"],
  ])("moves nothing for %s", (_name, values, startDay) => {
    expect(movedDates(values, { startDay, startTime: "09:00" }, now)).toEqual([]);
  });

  it("moves the programme of each day", () => {
    expect(rules.movedProgramme({ "programme.2026-12-31": "09:00 Abertura", title: "A" }, 2)).toEqual({
      "programme.2027-01-02": "09:00 Abertura",
    });
    expect([rules.daysApart("2026-12-31", "2027-01-02"), rules.daysApart("", "2027-01-02")]).toEqual([2, 0]);
  });
});

describe("days of an event", () => {
  it("include the first and the last", () => {
    expect(rules.daysBetween("2026-12-30", "2027-01-01")).toEqual(["2026-12-30", "2026-12-31", "2027-01-01"]);
  });

  it.each([
    ["", ""],
    ["2026-12-02", "2026-12-01"],
    ["2026-12-01", "2027-12-01"],
    ["x", "2026-12-01"],
  ])("from %j to %j are none", (first, last) => {
    expect(rules.daysBetween(first, last)).toEqual([]);
  });
});

describe("team", () => {
  const TEAM = [
    { full_name: "Ana Souza", phone: "48 99999-0000" },
    { full_name: "Beto", phone: "+55 (48) 98888-0000" },
    { full_name: "Caio Lima", phone: null },
  ];

  it("reads a name and the phone number at the end of a line", () => {
    expect(rules.teamOf("Ana Souza, 48 99999-0000\n\n Beto: +55 (48) 98888-0000\nCaio Lima ")).toEqual(TEAM);
  });

  it("is read back from its text", () => {
    expect(rules.teamOf(rules.teamText(TEAM))).toEqual(TEAM);
    expect(rules.isTeam(TEAM)).toBe(true);
  });
});

describe("programme", () => {
  it("reads the time at the beginning of a line", () => {
    expect(
      rules.programmeOf("9h Abertura\n\n 09:30 - Desfile \n14h30 Premiação\nMúsica o dia todo\n25:00 Fim"),
    ).toEqual([
      { time: "09:00", text: "Abertura" },
      { time: "09:30", text: "Desfile" },
      { time: "14:30", text: "Premiação" },
      { time: "", text: "Música o dia todo" },
      { time: "", text: "25:00 Fim" },
    ]);
  });

  it("is the same after writing and reading it", () => {
    const items = [
      { time: "09:00", text: "Abertura" },
      { time: "", text: "Música" },
    ];
    expect(rules.programmeOf(rules.programmeText(items))).toEqual(items);
  });

  it("keeps the translations of lines that did not change", () => {
    const before = [{ time: "09:00", text: "Abertura", en: "Opening", es: "Apertura" }];
    expect(
      rules.withTranslations(
        [
          { time: "10:00", text: "Abertura" },
          { time: "", text: "Fim" },
        ],
        before,
      ),
    ).toEqual([
      { time: "10:00", text: "Abertura", en: "Opening", es: "Apertura" },
      { time: "", text: "Fim" },
    ]);
  });
});

describe("fields that the database refused", () => {
  it.each([
    ["ends_at", "endDay", "endsBeforeStart"],
    ["lat", "pin", "invalid"],
    ["kinds.2.capacity_taken", "kinds.2.capacity", "capacityTaken"],
    ["kinds.2.gate_places", "kinds.2.gate_places", "gatePlaces"],
    ["kinds.0.name", "kinds.0.name", "nameRepeated"],
    ["kinds_registered", "kinds", "kindRegistered"],
    ["payload", "title", "invalid"],
  ])("%s is shown at %s as %s", (detail, field, code) => {
    expect(rules.refusalOf(detail)).toEqual({ [field]: [code] });
  });

  it("open the first step with an error", () => {
    expect(
      rules.stepWithError({ "kinds.0.price_cents": ["moneyInvalid"], "programme.2026-12-01": ["programmeInvalid"] }),
    ).toBe("dates");
    expect(rules.stepWithError({ title: [] })).toBeNull();
  });
});

describe("steps", () => {
  const dates = { startDay: "2026-12-01", startTime: "09:00", endDay: "2026-12-01", endTime: "08:00" };

  it("report the required fields that are empty", () => {
    expect(rules.errorsIn("basics", { title: " ", municipality_ibge: "4205407" })).toEqual({
      title: ["missing"],
      organizer_name: ["missing"],
    });
    expect(rules.errorsIn("place", {})).toEqual({});
  });

  it("report an end before the start", () => {
    expect(rules.errorsIn("dates", dates)).toEqual({ endDay: ["endsBeforeStart"] });
    expect(rules.errorsIn("dates", { ...dates, endTime: "18:00" })).toEqual({});
  });

  it("show a price that the portal cannot be paid at its field", () => {
    expect(rules.refusalOf("kinds.1.price_cents")).toEqual({ "kinds.1.price_cents": ["unpayable"] });
  });

  it.each([
    ["kinds.0.price_steps.1.starts_at", "kinds.0.price_steps.1.starts_at", "stepInvalid"],
    ["kinds.2.questions.3.options", "kinds.2.questions.3.options", "optionsInvalid"],
    ["kinds.2.classes", "kinds.2.classes", "classesInvalid"],
    ["stands.4.repeated", "stands.4.label", "nameRepeated"],
    ["stands.4.width_m", "stands.4.width_m", "invalid"],
    ["stands_taken", "stands", "standsTaken"],
    ["stand_map_path", "stand_map_path", "planMissing"],
    ["votes_close_at", "votes_close_at", "votesInvalid"],
  ])("show the refused part %s at the field %s", (detail, field, code) => {
    expect(rules.refusalOf(detail)).toEqual({ [field]: [code] });
  });
});
