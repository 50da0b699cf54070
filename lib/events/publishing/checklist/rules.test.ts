import { expect, it } from "vitest";
import { EVENT_CHECKS, gapsOf, STEP_OF_CHECK } from "./rules";

const DATES = { startDay: "2026-12-05", startTime: "09:00", endDay: "2026-12-05", endTime: "17:00", state_abbr: "SC" };
const WHOLE = { ...DATES, pin: "-27.5, -48.5", organizer_email: "a@example.org", description: "x".repeat(30) };
const NOW = Date.parse("2026-11-24T00:00:00Z");

it.each([
  [{}, true, ["date", "description", "position", "contact"]],
  [DATES, true, ["description", "position", "contact"]],
  [WHOLE, false, []],
  [{ ...WHOLE, startDay: "2025-12-01" }, true, ["date"]],
  [{ ...WHOLE, "kinds.0.price_cents": "25,00" }, false, ["payment"]],
  [{ ...WHOLE, "kinds.0.price_cents": "25,00" }, true, []],
  [{ ...WHOLE, "kinds.0.price_cents": "0,00" }, false, []],
  [{ ...WHOLE, "kinds.0.price_steps.0.price_cents": "5" }, false, ["payment"]],
  [{ ...WHOLE, "stands.0.price_cents": "5" }, false, ["payment"]],
])("a form with %j lacks the needed parts", (values, isPayable, gaps) => {
  expect(gapsOf(values as Record<string, string>, NOW, isPayable)).toEqual(gaps);
});

it("a kind whose people choose a stand needs one of its kind", () => {
  const form = { ...WHOLE, "kinds.0.kind": "food_truck", "kinds.0.chooses_stand": "on" };
  expect(gapsOf(form, NOW, true)).toEqual(["stands"]);
  expect(gapsOf({ ...form, "stands.0.label": "A1" }, NOW, true)).toEqual([]);
  const other = { ...form, "stands.0.label": "A1", "stands.0.kinds.mercado_pulga": "on" };
  expect(gapsOf(other, NOW, true)).toEqual(["stands"]);
  expect(gapsOf({ ...other, "stands.0.kinds.food_truck": "on" }, NOW, true)).toEqual([]);
});

it("every line of the checklist has a step that mends it", () => {
  expect(Object.keys(STEP_OF_CHECK).toSorted()).toEqual([...EVENT_CHECKS].toSorted());
});
