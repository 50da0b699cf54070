import { describe, expect, it } from "vitest";
import { meetingRuleOf, nextEdition, nextMeetings, readMeetingRule } from "./rules";

describe("the rule of recurring meetings", () => {
  it.each([
    ["último domingo do mês", { week: 5, weekday: 0 }],
    ["Todo 2º sábado, às 9h, na praça", { week: 2, weekday: 6 }],
    ["Segunda terça-feira de cada mês", { week: 2, weekday: 2 }],
    ["primeira segunda-feira", { week: 1, weekday: 1 }],
    ["Quarto domingo", { week: 4, weekday: 0 }],
    ["3a quarta-feira do mês", { week: 3, weekday: 3 }],
  ])("is read from “%s”", (text, rule) => {
    expect(meetingRuleOf(text)).toEqual(rule);
  });

  it.each(["", "todas as quartas-feiras", "domingo", "1º e 3º domingo", "último dia do mês"])(
    "is not guessed from “%s”",
    (text) => {
      expect(meetingRuleOf(text)).toBeNull();
    },
  );

  it("is read from an address only when both parts are valid", () => {
    expect(readMeetingRule("5", "0")).toEqual({ week: 5, weekday: 0 });
    for (const [week, weekday] of [
      ["6", "0"],
      ["5", "7"],
      [["5"], "0"],
      [undefined, "0"],
    ] as const)
      expect(readMeetingRule(week, weekday)).toBeNull();
  });
});

describe("the next meetings", () => {
  it("are on the last Sunday across the end of the year", () => {
    expect(nextMeetings({ week: 5, weekday: 0 }, "2026-11-24", 4)).toEqual([
      "2026-11-29",
      "2026-12-27",
      "2027-01-31",
      "2027-02-28",
    ]);
  });

  it("start next month when the day of this month has come", () => {
    expect(nextMeetings({ week: 2, weekday: 6 }, "2026-11-14", 2)).toEqual(["2026-12-12", "2027-01-09"]);
  });

  it("count the first week from the first such weekday", () => {
    expect(nextMeetings({ week: 1, weekday: 0 }, "2026-10-31", 1)).toEqual(["2026-11-01"]);
  });

  it("find the last weekday of a leap February", () => {
    expect(nextMeetings({ week: 5, weekday: 2 }, "2028-02-01", 1)).toEqual(["2028-02-29"]);
  });
});

it("the next edition keeps the texts and moves every date", () => {
  const values = {
    id: "an-id",
    expected_version: "2026-01-01T00:00:00Z",
    title: "Encontro",
    startDay: "2026-11-28",
    startTime: "09:00",
    endDay: "2026-11-29",
    "programme.2026-11-29": "09:00 Desfile",
    "kinds.0.id": "a-kind",
    "kinds.0.name": "Expositor",
    "kinds.0.closes_at": "2026-11-20T18:00",
  };
  expect(nextEdition(values, "2026-12-26")).toEqual({
    title: "Encontro",
    startDay: "2026-12-26",
    startTime: "09:00",
    endDay: "2026-12-27",
    "programme.2026-12-27": "09:00 Desfile",
    "kinds.0.name": "Expositor",
    "kinds.0.closes_at": "2026-12-18T18:00",
  });
});
