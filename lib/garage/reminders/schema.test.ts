import { describe, expect, it } from "vitest";
import { columnsOf, reminderSchema, typedNumber, type ReminderInput } from "./schema";

describe("typedNumber", () => {
  it.each([
    ["", null],
    ["65000", 65_000],
    ["65.000", 65_000],
    ["65,000", 65_000],
    ["1 234 567", 1_234_567],
    ["54321,5", 54_321.5],
    ["54321.5", 54_321.5],
    ["65.00", NaN],
    ["abc", NaN],
    ["-5", NaN],
  ])("%s is %s", (typed, value) => {
    expect(typedNumber(typed)).toBe(value);
  });
});

const ID = "6a1c2f64-9f0b-4d53-8d52-0a4a1f1f0c01";
const VALID = {
  id: ID,
  vehicle: ID,
  isNew: "true",
  title: "Óleo",
  metric: "date",
  repeat: "rolling",
  intervalMonths: "6",
};

const parse = (change: Record<string, string>, channels: readonly string[] = ["mail"]) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...VALID, ...change })) form.set(name, value);
  for (const channel of channels) form.append("channels", channel);
  return reminderSchema.safeParse(form);
};
const problems = (change: Record<string, string>) =>
  parse(change).error?.issues.map(({ path, message }) => `${path.join()} ${message}`) ?? [];

describe("reminderSchema", () => {
  it("accepts a reminder without last time and channels", () => {
    expect(parse({}, []).data).toMatchObject({
      isNew: true,
      preset: null,
      intervalMonths: 6,
      lastDoneOn: null,
      channels: [],
    });
  });

  it.each<[Record<string, string>, string[]]>([
    [{ title: " " }, ["title missing"]],
    [{ intervalMonths: "" }, ["intervalMonths missing"]],
    [{ intervalMonths: "1,5" }, ["intervalMonths numberInvalid"]],
    [{ metric: "both" }, ["intervalKm missing"]],
    [{ metric: "km", intervalKm: "50" }, ["intervalKm numberInvalid"]],
    [{ repeat: "fixed" }, ["startOn missing"]],
    [{ repeat: "once", metric: "km" }, ["startKm missing"]],
    [{ startOn: "31/12/2026" }, ["startOn dateInvalid"]],
  ])("refuses %j", (change, expected) => {
    expect(problems(change)).toEqual(expected);
  });
});

describe("columnsOf", () => {
  const given = {
    title: "Óleo",
    notes: "",
    metric: "both",
    repeat: "rolling",
    intervalMonths: 6,
    intervalKm: 5000,
    startOn: "2026-01-01",
    startKm: 1,
    lastDoneOn: "2026-01-02",
    lastDoneKm: 2,
    warnDays: 14,
    warnKm: 500,
    channels: [],
  } as unknown as ReminderInput;

  it.each([
    [{}, { is_fixed: false, interval_months: 6, interval_km: 5000, start_on: null, last_done_on: "2026-01-02" }],
    [
      { repeat: "fixed", metric: "km" },
      { is_fixed: true, interval_months: null, interval_km: 5000, start_on: null, start_km: 1 },
    ],
    [
      { repeat: "once", metric: "date" },
      { is_fixed: true, interval_months: null, interval_km: null, start_on: "2026-01-01" },
    ],
  ] as const)("of %j", (change, expected) => {
    expect(columnsOf({ ...given, ...change } as ReminderInput)).toMatchObject(expected);
  });

  it("leaves the last time of a fixed reminder as it is", () => {
    expect(columnsOf({ ...given, repeat: "fixed" })).not.toHaveProperty("last_done_on");
  });
});
