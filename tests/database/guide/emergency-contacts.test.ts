import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, sql } from "../as-role";

const add = (tx: TransactionSql) => tx`
  insert into public.emergency_contacts (state_abbr, kind, phone, name, source) values ('SC', 'road_operator', '0800 000', 'Concessionária', 'teste')`;
const ours = (tx: TransactionSql) => tx`state_abbr = 'SC' and phone = '0800 000'`;

describeAccess("emergency_contacts", add, [
  ["select", ACTORS, (tx) => tx`select 1 from public.emergency_contacts where ${ours(tx)}`],
  ["insert", EDITORS_UP, add],
  ["update", EDITORS_UP, (tx) => tx`update public.emergency_contacts set name = 'Outra' where ${ours(tx)}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.emergency_contacts where ${ours(tx)}`],
]);

it("the four national numbers exist", async () => {
  const rows = await sql`select phone from public.emergency_contacts where state_abbr is null order by position`;
  expect(rows.map((row) => row.phone)).toEqual(["190", "191", "192", "193"]);
});

it("every number has a source and exists once", async () => {
  const insert = (source: string, times: number) =>
    asOwner(
      (tx) => tx`
      insert into public.emergency_contacts (kind, phone, name, source)
      select 'fire', '1930', 'Bombeiros', ${source} from generate_series(1, ${times}::int)`,
    );
  await expect(insert(" ", 1)).rejects.toMatchObject({ code: "23514" });
  await expect(insert("teste", 2)).rejects.toMatchObject({ code: "23505" });
});
