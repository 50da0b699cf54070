import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP } from "../actors";
import { asOwner, sql } from "../as-role";

/** Blumenau; no test changes it permanently. */
const CITY = 4202404;
/** Island municipality 360 km off the coast, outside its state's bounding box. */
const FERNANDO_DE_NORONHA = 2605459;

describeAccess("cities", null, [
  ["select", ACTORS, (tx) => tx`select 1 from public.cities where ibge_code = ${CITY}`],
  [
    "insert",
    MAIN_ADMINS_UP,
    `
      insert into public.cities (ibge_code, name, slug, state_abbr, lat, lng)
      values (9999999, 'Cidade Nova', 'cidade-nova-de-teste', 'SC', -27, -50)`,
  ],
  ["update", MAIN_ADMINS_UP, (tx) => tx`update public.cities set intro = 'Cervejas' where ibge_code = ${CITY}`],
  [
    "delete",
    MAIN_ADMINS_UP,
    "delete from public.cities where ibge_code = 9999999",
    `
      insert into public.cities (ibge_code, name, slug, state_abbr, lat, lng)
      values (9999999, 'Cidade Nova', 'cidade-nova-de-teste', 'SC', -27, -50)`,
  ],
]);

describe("the municipalities", () => {
  it("are complete: 5,571", async () => {
    const [row] = await sql`select count(*)::int as count from public.cities`;
    expect(row?.count).toBe(5571);
  });

  it("are inside the bounding box of their state", async () => {
    const rows = await sql`
      select cities.name from public.cities join public.states on states.abbr = cities.state_abbr
      where ibge_code <> ${FERNANDO_DE_NORONHA} and (
        cities.lng not between bbox[1] - 0.1 and bbox[3] + 0.1 or cities.lat not between bbox[2] - 0.1 and bbox[4] + 0.1
      )`;
    expect([...rows]).toEqual([]);
  });

  it("are found without accents and in lower case", async () => {
    const rows =
      await sql`select ibge_code from public.cities where search_name ilike '%sao joaquim' and state_abbr = 'SC'`;
    expect(rows.map((row) => row.ibge_code)).toEqual([4216503]);
  });

  it("have a unique slug in each state", async () => {
    const second = asOwner(
      (tx) => tx`
        insert into public.cities (ibge_code, name, slug, state_abbr, lat, lng)
        select 9999999, name, slug, state_abbr, lat, lng from public.cities where ibge_code = ${CITY}`,
    );
    await expect(second).rejects.toThrow(/cities_state_abbr_slug_key/);
  });
});
