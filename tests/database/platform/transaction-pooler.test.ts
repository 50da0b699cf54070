import { describe, expect, it, onTestFinished } from "vitest";
import { openConnection } from "@/supabase/jobs/connection";
import { variable } from "../auth-client";
import { startWorker } from "../worker-process";

const direct = variable("TEST_DATABASE_URL");
const pooled = Object.assign(new URL(direct), { search: "?pgbouncer=true" }).href;

/** Names of the prepared statements after a statement with a parameter, which the driver prepares by name by default. */
async function preparedAfter(databaseUrl: string): Promise<number> {
  const sql = openConnection(databaseUrl);
  onTestFinished(() => sql.end());
  for (let n = 0; n < 3; n += 1) await sql`select ${n}::integer as number`;
  await sql.begin((tx) => tx`select ${"x"}::text as text`);
  return (await sql.unsafe<{ count: number }[]>("select count(*)::integer as count from pg_prepared_statements"))[0]!
    .count;
}

describe("behind a pooler in transaction mode", () => {
  it("no statement is prepared by name", async () => {
    expect(await preparedAfter(direct)).toBeGreaterThan(0);
    expect(await preparedAfter(pooled)).toBe(0);
  });

  it("the worker does not start, and names the connection to use", async () => {
    const { code, message } = await startWorker({ DATABASE_URL: pooled }).ended;
    expect(code).not.toBe(0);
    expect(message).toContain("porta 5432");
  });
});
