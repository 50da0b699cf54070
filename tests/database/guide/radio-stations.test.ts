import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner } from "../as-role";

const add = (isActive: boolean) => (tx: TransactionSql) =>
  tx`
  insert into public.radio_stations (name, stream_url, is_active) values ('Rádio de teste', 'https://example.org/stream', ${isActive})`;
const select = (tx: TransactionSql) => tx`select 1 from public.radio_stations where name = 'Rádio de teste'`;

describeAccess("radio_stations", add(true), [
  ["select an active station", ACTORS, select],
  ["select an inactive station", EDITORS_UP, select, add(false)],
  ["insert", EDITORS_UP, add(true)],
  ["update", EDITORS_UP, "update public.radio_stations set is_active = false where name = 'Rádio de teste'"],
  ["delete", EDITORS_UP, "delete from public.radio_stations where name = 'Rádio de teste'"],
]);

it.each(["http://example.org/stream", "javascript:alert(1)"])("a station does not accept %s", async (url) => {
  const insert = asOwner((tx) => tx`insert into public.radio_stations (name, stream_url) values ('X', ${url})`);
  await expect(insert).rejects.toMatchObject({ code: "23514" });
});
