import { describe, expect, it } from "vitest";
import {
  answerCell,
  answersNote,
  decisionsFor,
  editTab,
  eventChanges,
  fieldsOfTab,
  groupsOfList,
  mergedClauses,
  monthOf,
  nextYearDay,
  movedEventDates,
  noteOf,
  resentKey,
  questionColumns,
} from "./rules";
import { questionsSchema } from "../registrations/questions/schema";

describe("decisionsFor", () => {
  it.each([
    ["pending", ["approve", "wait", "reject", "cancel"]],
    ["waitlisted", ["approve", "promote", "reject", "cancel"]],
    ["confirmed", ["cancel"]],
    ["cancelled", []],
    ["unknown", []],
  ])("%s allows %j", (status, decisions) => {
    expect(decisionsFor(status)).toEqual(decisions);
  });
});

describe("noteOf", () => {
  it.each([
    ["edited:phone,email", { code: "edited", detail: "phone,email" }],
    ["stand:A:1", { code: "stand", detail: "A:1" }],
    ["Motivo: carro novo", { code: null, detail: "Motivo: carro novo" }],
    ["edited", { code: null, detail: "edited" }],
    ["refunded:5000", { code: "refunded", detail: "5000" }],
    ["refunded", { code: "refunded", detail: "" }],
    ["transferred:", { code: "transferred", detail: "" }],
    [null, { code: null, detail: "" }],
  ])("%j is %j", (note, expected) => {
    expect(noteOf(note)).toEqual(expected);
  });
});

describe("tabs of the edit page", () => {
  const fields = ["title", "event_days", "event_stands", "rules"].map((name) => ({ name }));

  it("show every field once", () => {
    expect(fieldsOfTab(fields, "dados").map(({ name }) => name)).toEqual(["title", "rules"]);
    expect(fieldsOfTab(fields, "programa").map(({ name }) => name)).toEqual(["event_days"]);
  });

  it.each([
    ["programa", "programa"],
    ["toString", "dados"],
    [undefined, "dados"],
  ])("%s opens %s", (given, tab) => {
    expect(editTab(given)).toBe(tab);
  });
});

it.each([
  ["draft", ["publish"]],
  ["published", ["redate", "postpone", "cancel"]],
  ["cancelled", []],
  ["toString", []],
])("an event that is %s allows %j", (status, changes) => {
  expect(eventChanges(status)).toEqual(changes);
});

describe("mergedClauses", () => {
  it("fills in known values and leaves a line for the others", () => {
    expect(mergedClauses("Nome: {{ nome }}\n\n\n{{outro}} e {{toString}}\n\n", { nome: "Ana", outro: "" })).toEqual([
      "Nome: Ana",
      "________ e ________",
    ]);
  });
});

describe("groupsOfList", () => {
  const row = (full_name: string, type_id: string, attending: string, classes: (string | null)[]) => ({
    full_name,
    type_id,
    attending,
    registration_vehicles: classes.map((class_name) => ({ class_name })),
  });
  const rows = [row("Zé", "t2", "no", ["A"]), row("Ana", "t1", "yes", ["B"]), row("Beto", "t1", "unknown", [])];
  const names = new Map([
    ["t1", "Expositor"],
    ["t2", "Público"],
  ]);
  const shown = (kind: "portaria" | "estacionamento") =>
    groupsOfList(kind, rows, names).map(({ name, rows: members }) => [name, members.map((one) => one.full_name)]);

  it("lists everybody by kind for the gate", () => {
    expect(shown("portaria")).toEqual([
      ["Expositor", ["Ana", "Beto"]],
      ["Público", ["Zé"]],
    ]);
  });

  it("lists the vehicles of people who may come by class for the parking", () => {
    expect(shown("estacionamento")).toEqual([["B", ["Ana"]]]);
  });
});

describe("answersNote", () => {
  it("has the changed questions and the reason, which may contain a colon", () => {
    const { code, detail } = noteOf("answers:marca,lado:Pediu às 10:30");
    expect(code).toBe("answers");
    expect(answersNote(detail)).toEqual({ names: ["marca", "lado"], reason: "Pediu às 10:30" });
  });
});

describe("the calendar of the panel", () => {
  it.each([
    ["2026-12", "2026-12"],
    ["2026-13", "2026-11"],
    [undefined, "2026-11"],
  ])("shows for %j the month %s", (given, month) => {
    expect(monthOf(given, "2026-11-24")).toBe(month);
  });
});

it("the history names the mail that was sent again", () => {
  expect(["badge", "registration"].map(resentKey)).toEqual(["resentBadge", "resentRegistration"]);
});

describe("movedEventDates", () => {
  const dates = {
    starts_at: "2027-03-20T14:00:00Z",
    ends_at: "2027-03-21T23:00:00Z",
    time_zone: "America/Rio_Branco",
    votes_open_at: "2027-03-20T15:00:00Z",
    votes_close_at: null,
    days: ["2027-03-20"],
    kinds: [
      {
        name: "Público",
        opens_at: "2027-03-01T05:00:00Z",
        closes_at: "2027-03-19T23:00:00Z",
        edit_until: null,
        price_steps: [{ starts_at: "2027-01-02T05:00:00Z" }, { starts_at: "2027-03-10T05:00:00Z" }],
      },
      { name: "Expositor", opens_at: "2027-01-01T05:00:00Z", closes_at: null, edit_until: null, price_steps: [] },
    ],
    messages: [{ name: "Lembrete", send_at: "2027-03-17T14:00:00Z" }],
  };
  const now = Date.parse("2027-01-10T12:00:00Z");

  it("are moved by the same time in the zone of the event; an opening and a price that have begun stay", () => {
    expect(movedEventDates(dates, "2027-02-10T10:00", now)).toEqual([
      { name: "", kind: "programme", from: "2027-03-20", to: "2027-02-10" },
      { name: "Público", kind: "opensAt", from: "2027-03-01T00:00", to: "2027-01-22T01:00" },
      { name: "Público", kind: "closesAt", from: "2027-03-19T18:00", to: "2027-02-09T19:00" },
      { name: "Público", kind: "price", from: "2027-03-10T00:00", to: "2027-01-31T01:00" },
      { name: "", kind: "votes", from: "2027-03-20T10:00", to: "2027-02-10T11:00" },
      { name: "Lembrete", kind: null, from: "2027-03-17T09:00", to: "2027-02-07T10:00" },
    ]);
  });

  it.each(["2027-03-20T09:00", "", "2027-02"])("are not moved to %j", (start) => {
    expect(movedEventDates(dates, start, now)).toEqual([]);
  });
});

const question = (name: string, label: string, kind = "text") => ({ name, label, kind, required: false });
const answerWords = { yes: "Sim", no: "Não" };

it("has a column for every question of every version, with the newest wording", () => {
  const versions = [
    [question("menu", "Cardápio"), question("old", "Pergunta antiga"), question("plan", "Planta", "file")],
    [question("menu", "O que vende"), question("power", "Potência", "number"), question("extra", "Pergunta antiga")],
  ].map((one) => questionsSchema.parse(one));
  expect(questionColumns(versions)).toEqual([
    { name: "menu", label: "O que vende" },
    { name: "old", label: "Pergunta antiga (old)" },
    { name: "power", label: "Potência" },
    { name: "extra", label: "Pergunta antiga (extra)" },
  ]);
});

it.each([
  ["Pastel; R$ 10,00", "Pastel; R$ 10,00"],
  [3, 3],
  [true, "Sim"],
  [false, "Não"],
  [["sexta", "sábado"], "sexta, sábado"],
  [null, null],
  [undefined, null],
])("writes the answer %j as %j", (value, cell) =>
  expect(answerCell({ menu: value }, "menu", answerWords)).toEqual(cell),
);

it.each([
  ["2026-05-02", "2026-11-30", "2027-05-01"],
  ["2026-12-05", "2026-11-30", "2027-12-04"],
  ["2023-05-06", "2026-11-30", "2026-12-05"],
  ["2025-12-01", "2026-11-30", "2026-12-07"],
])("the next edition of an event of %s is suggested on %s for %s, the same weekday", (day, today, next) => {
  expect(nextYearDay(day, today)).toBe(next);
});
