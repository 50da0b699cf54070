import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { listMigrations } from "@/supabase/local/migrate";
import path from "node:path";
import { asOwner, asRole, sql } from "../as-role";
import { ACTORS } from "../actors";
import { service, variable } from "../auth-client";

process.env.NEXT_PUBLIC_SUPABASE_URL = variable("TEST_SUPABASE_URL");
process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = variable("TEST_SUPABASE_PUBLISHABLE_KEY");
process.env.SUPABASE_SECRET_KEY = variable("TEST_SUPABASE_SECRET_KEY");
const { readReadiness } = await import("@/lib/panel/health/service");

const versions = listMigrations(path.resolve(import.meta.dirname, "../../../supabase/migrations")).map(
  ({ version }) => version,
);
const MISSING = "29990101000000";

const client = service as unknown as Parameters<typeof readReadiness>[0];
const SECOND = 1000;

describe("readiness", () => {
  it("is missing migrations until the database has recorded every one of the build", async () => {
    const [newest] = await sql<{ version: string; name: string }[]>`
      delete from supabase_migrations.schema_migrations where version = ${versions.at(-1)!} returning version, name`;
    try {
      expect(await readReadiness(client, SECOND)).toEqual({ database: "ok", migrations: "missing" });
    } finally {
      await sql`insert into supabase_migrations.schema_migrations ${sql(newest!)}`;
    }
    expect(await readReadiness(client, SECOND)).toEqual({ database: "ok", migrations: "missing" });
    expect(await readReadiness(client, 3 * SECOND)).toEqual({ database: "ok", migrations: "ok" });
  });

  it("accepts a database with more migrations than the build", async () => {
    await sql`insert into supabase_migrations.schema_migrations (version, name) values (${MISSING}, 'later')`;
    try {
      expect(await readReadiness(client, 6 * SECOND)).toEqual({ database: "ok", migrations: "ok" });
    } finally {
      await sql`delete from supabase_migrations.schema_migrations where version = ${MISSING}`;
    }
  });
});

it("a database that does not answer is down", async () => {
  const unreachable = createClient("http://127.0.0.1:1", "sb_secret_none") as typeof client;
  expect(await readReadiness(unreachable, 9 * SECOND)).toMatchObject({ database: "down" });
});

describe("public.count_missing_migrations", () => {
  it("counts what the database has not recorded, all of it when nothing was ever recorded", () =>
    asOwner(async (tx) => {
      const ask = async () =>
        (await tx`select public.count_missing_migrations(${[versions[0]!, MISSING]}) as missing`)[0]!.missing as number;
      expect(await ask()).toBe(1);
      await tx`drop table supabase_migrations.schema_migrations`;
      expect(await ask()).toBe(2);
    }));

  it.each(ACTORS)("is refused to %s", async (actor) => {
    await expect(asRole(actor, (tx) => tx`select public.count_missing_migrations('{}')`)).rejects.toThrow(
      "permission denied",
    );
  });
});
