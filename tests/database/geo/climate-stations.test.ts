import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, NOBODY } from "../actors";
import { asOwner, sql } from "../as-role";

const JOAQUIM = "83920";
const YEAR = Array.from({ length: 12 }, () => 20);

const add = (tx: TransactionSql, max_c: (number | null)[] = YEAR) => tx`
  insert into public.climate_stations (code, name, state_abbr, lat, lng, max_c, min_c, rain_mm, source)
  values ('99999', 'Teste', 'SC', -28, -49, ${max_c}, ${YEAR}, ${YEAR}, 'teste')`;

describeAccess("climate_stations", null, [
  ["select", ACTORS, (tx) => tx`select 1 from public.climate_stations where code = ${JOAQUIM}`],
  ["insert", NOBODY, (tx) => add(tx)],
  ["update", NOBODY, (tx) => tx`update public.climate_stations set name = 'Outra' where code = ${JOAQUIM}`],
  ["delete", NOBODY, (tx) => tx`delete from public.climate_stations where code = ${JOAQUIM}`],
]);

describe("the monthly values of a climate station", () => {
  const insert = (max_c: (number | null)[]) => asOwner((tx) => add(tx, max_c));

  it.each([
    ["eleven months", YEAR.slice(1)],
    ["a value in °F", [...YEAR.slice(1), 86]],
  ])("are not %s", async (_, max_c) => {
    await expect(insert(max_c)).rejects.toMatchObject({ code: "23514" });
  });

  it("may be missing", async () => {
    expect((await insert([...YEAR.slice(1), null])).count).toBe(1);
  });
});

describe("seeded climate stations", () => {
  it("are the 222 stations of INMET with their source", async () => {
    const [row] = await sql`
      select count(*)::int, count(*) filter (where source like 'INMET, Normais Climatológicas%1991–2020%')::int as cited
      from public.climate_stations`;
    expect(row).toEqual({ count: 222, cited: 222 });
  });

  it("contain the published normals, with null for missing months", async () => {
    const rows = await sql`
      select name, to_json(min_c) as min_c, to_json(rain_mm) as rain_mm
      from public.climate_stations where code in ('82915', '82994') order by code`;
    const rain = [286.1, 298.9, 285.6, 204.3, 98.7, 44.8, 28.2, 57, 93.6, 144, 208.8, 260.6];
    expect(rows[0]).toMatchObject({ name: "Rio Branco", rain_mm: rain });
    expect(rows[1]).toMatchObject({ name: "Maceió", min_c: Array(12).fill(null) });
  });

  it("have a minimum below the maximum in every month", async () => {
    const rows = await sql`
      select code from public.climate_stations, generate_series(1, 12) as month where min_c[month] >= max_c[month]`;
    expect([...rows]).toEqual([]);
  });

  it("are within one degree of a municipality of their state", async () => {
    const rows = await sql`
      select code, name from public.climate_stations as station where not exists (
        select from public.cities
        where cities.state_abbr = station.state_abbr
          and abs(cities.lat - station.lat) < 1 and abs(cities.lng - station.lng) < 1
      )`;
    expect([...rows]).toEqual([]);
  });
});
