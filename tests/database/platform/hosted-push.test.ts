import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkMigrations } from "@/scripts/preflight/migrations";
import baselines from "@/supabase/local/baselines.json" with { type: "json" };
import { openOwner } from "@/supabase/local/boot";
import { readEarlierMigrations } from "@/supabase/local/earlier-migrations";
import { createEmptyDatabase } from "@/supabase/local/empty-database";
import { applyMigrations, listMigrations } from "@/supabase/local/migrate";
import { rebaseline } from "@/supabase/local/rebaseline";
import { readSchemaLines } from "@/supabase/local/schema-lines";
import { differenceOf, sortedTexts } from "@/supabase/local/schema-text";
import { sql as server } from "../as-role";
import { variable } from "../auth-client";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const CLI = path.join(ROOT, "node_modules/.bin/supabase");
const migrations = listMigrations(path.join(ROOT, "supabase/migrations"));
/** A project of an earlier release lacks the newest files. */
const NEWER = 3;
const SHOWN = 20;

const dir = mkdtempSync(path.join(tmpdir(), "portal-push-"));
const databases = ["hosted_push", "hosted_upgrade", "hosted_reference", "hosted_rebaselined"];
const urls = new Map<string, string>();

beforeAll(async () => {
  for (const name of databases) urls.set(name, await createEmptyDatabase(variable("TEST_DATABASE_URL"), name, dir));
});
afterAll(async () => {
  for (const name of databases) await server.unsafe(`drop database if exists ${name} with (force)`);
  rmSync(dir, { recursive: true, force: true });
});

/** A folder as the CLI reads it, with these migrations. */
function projectOf(name: string, files: readonly string[]): string {
  const folder = path.join(dir, name, "supabase");
  mkdirSync(path.join(folder, "migrations"), { recursive: true });
  copyFileSync(path.join(ROOT, "supabase/config.toml"), path.join(folder, "config.toml"));
  cpSync(path.join(ROOT, "supabase/templates"), path.join(folder, "templates"), { recursive: true });
  for (const file of files)
    copyFileSync(path.join(ROOT, "supabase/migrations", file), path.join(folder, "migrations", file));
  return path.dirname(folder);
}

const whole = projectOf(
  "whole",
  migrations.map(({ file }) => file),
);

/** Runs the Supabase CLI; it exits with an error when a statement is refused. */
async function push(database: string, workdir: string): Promise<string> {
  const url = `${urls.get(database)}?sslmode=disable`;
  const args = ["db", "push", "--db-url", url, "--yes", "--workdir", workdir];
  const env = { ...process.env, HOME: dir, SUPABASE_TELEMETRY_DISABLED: "1", SUPABASE_NO_UPDATE_NOTIFIER: "1" };
  const { stdout, stderr } = await promisify(execFile)(CLI, args, { cwd: dir, env });
  return stdout + stderr;
}

async function onDatabase<T>(name: string, run: (sql: ReturnType<typeof openOwner>) => Promise<T>): Promise<T> {
  const sql = openOwner(urls.get(name)!);
  return run(sql).finally(() => sql.end());
}

/** Without the tables of the CLI, which it makes and changes itself. */
const describeDatabase = (name: string) =>
  onDatabase(name, async (sql) => {
    const lines = await readSchemaLines(sql);
    return sortedTexts(lines.filter(({ schema }) => schema !== "supabase_migrations"));
  });

describe("supabase db push", () => {
  it("applies every migration to an empty project, and has nothing to do the second time", async () => {
    await onDatabase("hosted_push", (sql) => sql`drop schema supabase_migrations cascade`);
    await push("hosted_push", whole);
    await onDatabase("hosted_push", async (sql) => {
      expect(await checkMigrations(sql, migrations)).toMatchObject({ isOk: true });
      expect((await sql`select current_user as name`)[0]).toEqual({ name: "postgres" });
    });
    expect(await push("hosted_push", whole)).toContain("up to date");
  });

  it("gives a project the same schema as the embedded backend has", async () => {
    await onDatabase("hosted_reference", (sql) =>
      applyMigrations(sql, path.join(ROOT, "supabase/migrations"), () => {}),
    );
    const difference = differenceOf(await describeDatabase("hosted_reference"), await describeDatabase("hosted_push"));
    expect(difference.slice(0, SHOWN)).toEqual([]);
  });

  it("brings a project of an earlier release to the present and keeps its rows", async () => {
    const earlier = projectOf(
      "earlier",
      migrations.slice(0, -NEWER).map(({ file }) => file),
    );
    await push("hosted_upgrade", earlier);
    await onDatabase("hosted_upgrade", async (sql) => {
      expect((await checkMigrations(sql, migrations)).text).toContain(`faltam ${NEWER}`);
      await sql`insert into public.error_reports (message, path) values ('before', '/push')`;
    });
    await push("hosted_upgrade", whole);
    await onDatabase("hosted_upgrade", async (sql) => {
      expect(await checkMigrations(sql, migrations)).toMatchObject({ isOk: true });
      expect(await sql`select message from public.error_reports where path = '/push'`).toMatchObject([
        { message: "before" },
      ]);
    });
    const difference = differenceOf(await describeDatabase("hosted_push"), await describeDatabase("hosted_upgrade"));
    expect(difference.slice(0, SHOWN)).toEqual([]);
  });

  it("applies only newer migrations after a project with an earlier list got the present records", async () => {
    await onDatabase("hosted_rebaselined", async (sql) => {
      const recorded = readEarlierMigrations();
      for (const { text } of recorded) await sql.unsafe(text);
      for (const { version, name } of recorded)
        await sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`;
      await sql`insert into public.error_reports (message, path) values ('before', '/push')`;
    });
    await expect(push("hosted_rebaselined", whole)).rejects.toThrow(/Remote migration versions not found/);
    await onDatabase("hosted_rebaselined", (sql) => rebaseline(sql, migrations, () => {}));
    const first = await push("hosted_rebaselined", whole);
    expect(baselines.steps.at(-1)!.by.filter((version) => first.includes(version))).toEqual([]);
    expect(await push("hosted_rebaselined", whole)).toContain("up to date");
    const difference = differenceOf(
      await describeDatabase("hosted_push"),
      await describeDatabase("hosted_rebaselined"),
    );
    expect(difference.slice(0, SHOWN)).toEqual([]);
    await onDatabase("hosted_rebaselined", async (sql) =>
      expect(await sql`select message from public.error_reports where path = '/push'`).toHaveLength(1),
    );
  });
});
