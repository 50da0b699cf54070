import { describe, expect, it } from "vitest";
import { addVehicleSchema, changeVehicleSchema, identitySchema, replaceOdometerSchema } from "./schema";

const [ID, ENTRY] = ["00000000-0000-4000-8000-0000000ca001", "00000000-0000-4000-8000-0000000ca002"];

function formWith(fields: Record<string, string | readonly string[]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value as string);
  return form;
}
const add = (fields: Record<string, string | readonly string[]> = {}) =>
  addVehicleSchema.safeParse(formWith({ id: ID, entry: ENTRY, nickname: "Opala", fuels: "gasoline", ...fields }));
const firstCode = (result: ReturnType<typeof add>) => result.error?.issues[0]?.message;

describe("the form of a car", () => {
  it("needs only a nickname", () => {
    expect(add().data).toMatchObject({ nickname: "Opala", make: "", year_made: null, cooling: null, reading_km: null });
    expect(firstCode(add({ nickname: " " }))).toBe("missing");
  });

  it("reads numbers as people type them", () => {
    const typed = { reading_km: "88.000,5", tank_litres: "54", km_per_litre: "8,25", year_made: "1974" };
    expect(add(typed).data).toMatchObject({
      reading_km: 88_000.5,
      tank_litres: 54,
      km_per_litre: 8.3,
      year_made: 1974,
    });
  });

  it.each([
    [{ reading_km: "muitos" }, "kmInvalid"],
    [{ year_made: "74" }, "numberInvalid"],
    [{ tank_litres: "0" }, "numberInvalid"],
    [{ tank_litres: "1.2.34" }, "numberInvalid"],
    [{ fuels: [] }, "fuelsMissing"],
    [{ cooling: "oil" }, "choiceInvalid"],
  ])("answers %o with %s", (fields, code) => {
    expect(firstCode(add(fields))).toBe(code);
  });

  it("stores line breaks of all browsers as one character", () => {
    expect(add({ story: "1998\r\n2014" }).data?.story).toBe("1998\n2014");
  });

  it("refuses values of the opened form that are no JSON object", () => {
    const change = (original: string) =>
      changeVehicleSchema.safeParse(
        formWith({ id: ID, nickname: "Opala", fuels: "gasoline", status: "active", original }),
      );
    expect(change('{"nickname":"Opala"}').success).toBe(true);
    expect(["", "[", "[1]", "null"].map((original) => change(original).success)).toEqual([false, false, false, false]);
  });
});

it("a plate is normalised and an empty one allowed", () => {
  const plate = (typed: string) =>
    identitySchema.safeParse(formWith({ id: ID, original: "{}", plate: typed })).data?.plate;
  expect([plate("abc-1d23"), plate(""), plate("AB-12")]).toEqual(["ABC1D23", "", undefined]);
});

it("a replaced odometer needs the day, the total and the reading", () => {
  const fields = { id: ID, entry: ENTRY, on_date: "2026-11-25", total_km: "88.500", reading_km: "0" };
  const replace = (more: object) => replaceOdometerSchema.safeParse(formWith({ ...fields, ...more }));
  expect(replace({}).data).toMatchObject({ total_km: 88_500, reading_km: 0, remark: "" });
  const codes = ["on_date", "total_km", "reading_km"].map((name) => replace({ [name]: "" }).error?.issues[0]?.message);
  expect(codes).toEqual(["missing", "missing", "missing"]);
});
