import { describe, expect, it } from "vitest";
import { acceptanceText, benefitText, isValidBetween, validityState, weekdaysText } from "./rules";

const BENEFITS = { percent: "{value} de desconto", amount: "{value} de desconto", gift: "Brinde" };

describe("benefitText", () => {
  it.each([
    ["percent", 15, "15% de desconto"],
    ["amount", 2050, "R$ 20,50 de desconto"],
    ["gift", null, "Brinde"],
  ])("%s of %s is %s", (type, value, expected) => {
    expect(benefitText({ type, value }, BENEFITS, "pt-BR").replaceAll("\u00A0", " ")).toBe(expected);
  });
});

describe("weekdaysText", () => {
  it.each([
    [[], null],
    [[1, 2, 3, 4, 5, 6, 7], null],
    [[6, 7], "sábado, domingo"],
    [[5, 1, 2, 3, 4], "segunda-feira – sexta-feira"],
    [[1, 3, 4, 5], "segunda-feira, quarta-feira – sexta-feira"],
  ])("%j is %s", (days, expected) => {
    expect(weekdaysText(days, "pt-BR")).toBe(expected);
  });
});

it("names days and hours of acceptance", () => {
  const texts = { everyDay: "todos os dias", hours: "das {from} às {until}" };
  const hours = { startsAt: "08:00:00", endsAt: "18:30:00" };
  expect(acceptanceText({ weekdays: [], ...hours }, texts, "pt-BR")).toBe("todos os dias, das 08:00 às 18:30");
  expect(acceptanceText({ weekdays: [7], startsAt: null, endsAt: null }, texts, "pt-BR")).toBe("domingo");
});

describe("validityState", () => {
  const validity = { from: "2026-11-10", until: "2026-12-31" };
  it.each([
    ["2026-11-09", "not_yet"],
    ["2026-11-10", "valid"],
    ["2026-12-23", "valid"],
    ["2026-12-24", "ends_soon"],
    ["2026-12-31", "ends_soon"],
    ["2027-01-01", "over"],
  ])("on %s it is %s", (today, expected) => {
    expect(validityState(validity, today)).toBe(expected);
  });
});

it("finds vouchers that are accepted on a day of a trip", () => {
  const validity = { from: "2026-11-10", until: "2026-11-20" };
  expect(isValidBetween(validity, "2026-11-20", "2026-11-25")).toBe(true);
  expect(isValidBetween(validity, "2026-11-21", "2026-11-25")).toBe(false);
});
