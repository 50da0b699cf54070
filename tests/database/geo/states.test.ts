import { expect, it } from "vitest";
import { STATES } from "@/lib/geo/states/rules";
import { describeAccess } from "../access";
import { ACTORS, NOBODY } from "../actors";
import { sql } from "../as-role";

describeAccess("states", null, [
  ["select", ACTORS, "select 1 from public.states where abbr = 'SC'"],
  [
    "insert",
    NOBODY,
    "insert into public.states (abbr, name, macro_region, lat, lng, bbox) values ('ZZ', 'Zz', 'Sul', 0, 0, '{0,0,0,0}')",
  ],
  ["update", NOBODY, "update public.states set name = 'Outro' where abbr = 'SC'"],
  ["delete", NOBODY, "delete from public.states where abbr = 'SC'"],
]);

it("the states are the 27 of the static list", async () => {
  const rows = await sql`select abbr, name, macro_region as region from public.states order by abbr`;
  expect([...rows]).toEqual(STATES.toSorted((a, b) => a.abbr.localeCompare(b.abbr)));
});

it("each state has a capital", async () => {
  const rows = await sql`
    select states.abbr from public.states
    left join public.cities on cities.ibge_code = states.capital_ibge and cities.is_capital and cities.state_abbr = states.abbr
    where cities.ibge_code is null`;
  expect([...rows]).toEqual([]);
});

it("the centre of each state is inside its bounding box", async () => {
  const rows = await sql`
    select abbr from public.states where lng not between bbox[1] and bbox[3] or lat not between bbox[2] and bbox[4]`;
  expect([...rows]).toEqual([]);
});
