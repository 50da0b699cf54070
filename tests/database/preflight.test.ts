import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkMigrations } from "@/scripts/preflight/migrations";
import { listMigrations } from "@/supabase/local/migrate";
import { asOwner, connect } from "./as-role";

const sql = connect();
const migrations = listMigrations(path.resolve(import.meta.dirname, "../../supabase/migrations"));
/** The file at which pushes of earlier versions stopped. */
const STOPPED = "20261123002500";

describe("the check of the migrations", () => {
  it("accepts a database with all of them", async () => {
    expect(await checkMigrations(sql, migrations)).toMatchObject({ isOk: true });
  });

  it("asks for a push when the next file has changed nothing yet", () =>
    asOwner(sql, async (tx) => {
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

  it("recognises a file that was applied by half, and says how to reset a project without accounts", () =>
    asOwner(sql, async (tx) => {
      await tx`delete from supabase_migrations.schema_migrations where version >= ${STOPPED}`;
      const text = expect.stringMatching(/notifications\.sql foi aplicada pela metade: a tabela public\./) as string;
      const found = await checkMigrations(tx, migrations);
      expect(found).toMatchObject({ isOk: false, text, advice: expect.stringContaining("não o apague") });
      await tx`set local session_replication_role = replica`;
      await tx`delete from auth.users`;
      expect((await checkMigrations(tx, migrations)).advice).toContain("supabase db reset");
    }));

  it("asks for a push of everything when no migration was ever recorded", () =>
    asOwner(sql, async (tx) => {
      await tx`drop table supabase_migrations.schema_migrations`;
      const found = await checkMigrations(tx, [{ ...migrations[0]!, text: "" }]);
      expect(found).toMatchObject({ isOk: false, text: expect.stringContaining("faltam 1") });
    }));
});
