import { describe, expect, it } from "vitest";
import { acceptanceText, benefitText, isValidBetween, validityState, weekdaysText, withVoucherTexts } from "./rules";

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

describe("withVoucherTexts", () => {
  const texts = { benefit: BENEFITS, acceptance: { everyDay: "todos os dias", hours: "das {from} às {until}" } };

  it("writes the facts of a voucher as texts", () => {
    const facts = { name: "Café", benefitType: "percent", benefitValue: 15, weekdays: [7], totalLimit: null };
    const dates = { validFrom: "2026-11-10", validUntil: "2026-12-31", perPersonLimit: 2 };
    expect(withVoucherTexts({ ...facts, ...dates }, texts, "pt-BR")).toMatchObject({
      name: "Café",
      benefit: "15% de desconto",
      acceptance: "domingo",
      validFrom: "10 de novembro de 2026",
      validUntil: "31 de dezembro de 2026",
      totalLimit: undefined,
      perPersonLimit: "2",
    });
  });

  it("leaves the facts of an event or a club as they are", () => {
    const club = { name: "Clube do Fusca", city: "Lages" };
    expect(withVoucherTexts(club, texts, "pt-BR")).toBe(club);
  });
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
