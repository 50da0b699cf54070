import { describe, expect, it } from "vitest";
import { SERVED_ROAD } from "@/lib/guide/served-roads/rules";
import { sql } from "../as-role";

describe("private.are_served_roads", () => {
  it.each([
    ["BA-099", true],
    ["ERS-122", true],
    ["BR-153: Gurupi (TO) – Anápolis (GO)", true],
    ["BR-414: Vila Propício (GO) – Anápolis (GO)", true],
    ["BR-153: Gurupi (TO) - Anápolis (GO)", false],
    ["BR-153: Gurupi – Anápolis", false],
    ["BR-153: Gurupi (TO)", false],
    ["a BR-153", false],
    ["br-153", false],
    ["", false],
  ])("accepts the same texts as the form: %j is %s", async (item, isAccepted) => {
    const [row] = await sql<{ ok: boolean }[]>`select private.are_served_roads(array[${item}]) as ok`;
    expect(row!.ok).toBe(isAccepted);
    expect(SERVED_ROAD.test(item)).toBe(isAccepted);
  });

  it("accepts an empty list and refuses one of 41", async () => {
    const [row] = await sql<{ empty: boolean; long: boolean }[]>`
      select private.are_served_roads('{}') as empty, private.are_served_roads(array_fill('BR-101'::text, array[41])) as long`;
    expect(row).toEqual({ empty: true, long: false });
  });
});

describe("the tow services of the seed", () => {
  it("are all bound to their roads", async () => {
    const rows = await sql`select slug from public.services where category_key = 'tow' and served_roads = '{}'`;
    expect(rows).toEqual([]);
  });

  it("have a sum for the tolls of BR-364 in Rondônia", async () => {
    const [row] = await sql<{ sum: string }[]>`
      select sum(price)::text from public.toll_prices join public.tolls on tolls.id = toll_id
      where operator = 'Nova 364' and vehicle_class = 'car'`;
    expect(row!.sum).toBe("144.80");
  });
});
