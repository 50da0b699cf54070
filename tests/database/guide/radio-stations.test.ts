import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, connect } from "../as-role";

const sql = connect();

const add = (isActive: boolean) => (tx: TransactionSql) =>
  tx`
  insert into public.radio_stations (name, stream_url, is_active) values ('Rádio de teste', 'https://example.org/stream', ${isActive})`;
const select = (tx: TransactionSql) => tx`select 1 from public.radio_stations where name = 'Rádio de teste'`;

describeAccess(sql, "radio_stations", [
  { verb: "select", what: "an active station", can: ACTORS, arrange: add(true), run: select },
  { verb: "select", what: "an inactive station", can: EDITORS_UP, arrange: add(false), run: select },
  { verb: "insert", can: EDITORS_UP, run: add(true) },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: add(true),
    run: (tx) => tx`update public.radio_stations set is_active = false where name = 'Rádio de teste'`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: add(true),
    run: (tx) => tx`delete from public.radio_stations where name = 'Rádio de teste'`,
  },
]);

it.each(["http://example.org/stream", "javascript:alert(1)"])("a station does not accept %s", async (url) => {
  const insert = asOwner(sql, (tx) => tx`insert into public.radio_stations (name, stream_url) values ('X', ${url})`);
  await expect(insert).rejects.toMatchObject({ code: "23514" });
});
