import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { setRoadSources } from "@/supabase/local/road-sources";
import { asOwner } from "../as-role";

const KEY = "road_source_sie_sc";
const valueOf = async (tx: TransactionSql) => {
  const [row] = await tx`select value from public.app_settings where key = ${KEY}`;
  return (row?.value as string | undefined) ?? null;
};
const start = (tx: TransactionSql, isLocal: boolean) => setRoadSources({ sql: tx as never }, isLocal);
const clear = (tx: TransactionSql) => tx`delete from public.app_settings where key like 'road\_source\_%'`;
const answer = (tx: TransactionSql, value: string) => tx`
  insert into public.app_settings (key, value, "group", is_public)
  select key, ${value}, 'portal', true from unnest(array['road_source_sie_sc', 'road_source_der_sp']) as key
  on conflict (key) do update set value = excluded.value, "group" = 'portal'`;

describe("the state roads with unconfirmed terms", () => {
  it("are used by a local site, and a public one with the same database is asked", async () => {
    const found = await asOwner(async (tx) => {
      await clear(tx);
      const local = [await start(tx, true), await valueOf(tx)];
      return [local, [await start(tx, false), await valueOf(tx)]];
    });
    expect(found).toEqual([
      [false, "true"],
      [true, null],
    ]);
  });

  it.each(["true", "false"])("keep the answer %s of the owner on both", async (value) => {
    const found = await asOwner(async (tx) => {
      await answer(tx, value);
      const isAsked = [await start(tx, true), await start(tx, false)];
      return [...isAsked, await valueOf(tx)];
    });
    expect(found).toEqual([false, false, value]);
  });
});
