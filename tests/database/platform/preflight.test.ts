import path from "node:path";
import { describe, expect, it } from "vitest";
import type { TransactionSql } from "postgres";
import baselines from "@/supabase/local/baselines.json" with { type: "json" };
import { checkMigrations } from "@/scripts/preflight/migrations";
import { listMigrations } from "@/supabase/local/migrate";
import { asOwner, sql } from "../as-role";

const migrations = listMigrations(path.resolve(import.meta.dirname, "../../../supabase/migrations"));
/** The list of before the newest baseline. */
const EARLIER = baselines.steps.at(-1)!.replaced;

async function record(tx: TransactionSql, versions: readonly string[]): Promise<void> {
  await tx`delete from supabase_migrations.schema_migrations where true`;
  await tx`
    insert into supabase_migrations.schema_migrations (version, name)
    select version, 'x' from unnest(${versions as string[]}::text[]) as version`;
}

describe("the check of the migrations", () => {
  it("accepts a database with all of them", async () => {
    expect(await checkMigrations(sql, migrations)).toMatchObject({ isOk: true });
  });

  it("asks for a push when the next file has changed nothing yet", () =>
    asOwner(async (tx) => {
      const next = {
        version: "29990101000000",
        name: "x",
        file: "29990101000000_x.sql",
        text: "create table public.x ();",
      };
      const found = await checkMigrations(tx, [...migrations, next]);
      expect(found).toMatchObject({
        isOk: false,
        text: expect.stringContaining("faltam 1, a partir de 29990101000000_x"),
      });
      expect(found.advice).toContain("db push");
    }));

  it("recognises a file that was applied by half, and explains how to reset a project without accounts", () =>
    asOwner(async (tx) => {
      await tx`delete from supabase_migrations.schema_migrations where version >= ${migrations[2]!.version}`;
      const text = expect.stringMatching(/_guide\.sql foi aplicada pela metade: a tabela public\./) as string;
      const found = await checkMigrations(tx, migrations);
      expect(found).toMatchObject({ isOk: false, text, advice: expect.stringContaining("não o apague") });
    }));

  it("recognises a project at which the push of an earlier version stopped", () =>
    asOwner(async (tx) => {
      await record(tx, EARLIER.slice(0, 24));
      const text = expect.stringContaining(`parou no arquivo ${EARLIER[24]}`) as string;
      expect(await checkMigrations(tx, migrations)).toMatchObject({ isOk: false, text });
    }));

  it.each([
    ["the newest list of before the baseline", EARLIER],
    ["a list of before that", EARLIER.slice(0, 100)],
    ["the list of before the first baseline", baselines.steps[0]!.replaced],
  ])("asks a project with %s to change its records", (_title, versions) =>
    asOwner(async (tx) => {
      await record(tx, versions);
      const advice = expect.stringContaining("npm run db:rebaseline") as string;
      expect(await checkMigrations(tx, migrations)).toMatchObject({ isOk: false, advice });
    }),
  );

  it("names no remedy but the right code for migrations that it does not know", () =>
    asOwner(async (tx) => {
      await record(tx, [...EARLIER, "20991231000000"]);
      const advice = expect.stringContaining("versão do código") as string;
      expect(await checkMigrations(tx, migrations)).toMatchObject({ isOk: false, advice });
    }));

  it("asks for a push of everything when no migration was ever recorded", () =>
    asOwner(async (tx) => {
      await tx`drop table supabase_migrations.schema_migrations`;
      const found = await checkMigrations(tx, [{ ...migrations[0]!, text: "" }]);
      expect(found).toMatchObject({ isOk: false, text: expect.stringContaining("faltam 1") });
    }));
});
