import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { App } from "@supabase/lite";
import type postgres from "postgres";

function localSql(name: string): string {
  return fs.readFileSync(path.join(import.meta.dirname, name), "utf8");
}

/** Replaces the variables :"owner" and :'owner', also in quoted bodies, which psql would leave. */
function forOwner(text: string, owner: string): string {
  const name = `"${owner.replaceAll('"', '""')}"`;
  return text.replaceAll(':"owner"', name).replaceAll(":'owner'", `'${owner.replaceAll("'", "''")}'`);
}

/** Roles belong to the whole cluster: they change only with the file or the owner, so that backends can start concurrently. */
async function prepareRoles(sql: postgres.Sql, owner: string): Promise<void> {
  const text = forOwner(localSql("hosted-roles.sql"), owner);
  const [role] = await sql<{ oid: number }[]>`select oid::int from pg_roles where rolname = ${owner}`;
  const mark = `portal ${createHash("sha256").update(`${role?.oid} ${text}`).digest("hex")}`;
  const [applied] = await sql`
    select from pg_roles where rolname = 'authenticator' and shobj_description(oid, 'pg_authid') = ${mark}`;
  if (applied) return;
  await sql.begin(async (tx) => {
    await tx.unsafe(text);
    await tx.unsafe(`comment on role authenticator is '${mark}'`);
  });
}

/** Makes a database look like the one of a hosted project; `sql` is a superuser's connection. */
export async function prepareSystem(app: App, sql: postgres.Sql, owner: string): Promise<void> {
  await prepareRoles(sql, owner);
  await app.ensureSystemSchema();
  await sql.unsafe(forOwner(localSql("bootstrap.sql"), owner));
}
