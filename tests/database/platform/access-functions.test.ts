import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { differences, FACTORS, isAllowed, isTested } from "../../support/access/expected";
import { FUNCTIONS, type FunctionLine } from "../../support/access/functions";
import { ACTORS } from "../actors";
import { asOwner, becomeRole, sql } from "../as-role";

/** Functions that API roles may execute, with the types of their arguments; columns of a table result are excluded. */
const openFunctions = await sql<{ name: string; types: string[] }[]>`
  select proname as name, (select coalesce(array_agg(format_type(type, null) order by place), '{}') from unnest(proargtypes) with ordinality as argument (type, place)) as types
  from pg_proc
  where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
    and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))
  order by proname`;

const isRefused = ({ refusal }: FunctionLine, error: { code?: string; message?: string }) =>
  error.code === "42501" || (refusal !== undefined && error.message === refusal);

async function call(tx: TransactionSql, name: string, line: FunctionLine, row: string): Promise<"allowed" | "refused"> {
  const types = openFunctions.find((one) => one.name === name)?.types ?? [];
  const args = (line.args ?? types.map((type) => `null::${type}`).join(", ")).replaceAll("$row", `'${row}'::uuid`);
  try {
    const answer = await tx.unsafe(
      `select answer.*, answer::text as told from public.${name}(${args}) as answer where ${line.rows ?? "true"}`,
    );
    if (line.rows && answer.count === 0) return "refused";
    return line.refusal && String(answer[0]?.told).includes(line.refusal) ? "refused" : "allowed";
  } catch (error) {
    const { code = "", message } = error as { code?: string; message?: string };
    if (isRefused(line, { code, message })) return "refused";
    // Class 42 errors (unknown function, table or column, wrong types) mean that the test itself is wrong.
    if (code.startsWith("42")) throw error;
    return "allowed";
  }
}

it("the access table has an entry for every function that a browser may call and no other entries", () => {
  expect(
    differences(
      openFunctions.map(({ name }) => name),
      Object.keys(FUNCTIONS),
    ),
  ).toEqual({ withoutLine: [], withoutSubject: [] });
});

it("no function that a browser may call is overloaded", () => {
  expect(openFunctions.filter(({ name }, index) => openFunctions[index + 1]?.name === name)).toEqual([]);
});

describe.each(FACTORS)("with the second factor %s", (factor) => {
  it.each(Object.entries(FUNCTIONS))("%s follows the access table for each actor @stress", async (name, line) => {
    const found: Record<string, string> = {};
    const asked = ACTORS.filter((actor) => isTested(line, actor, factor));
    for (const actor of asked) {
      found[actor] = await asOwner(async (tx) => {
        const row = (await line.arrange?.(tx)) ?? "";
        await becomeRole(tx, actor, factor);
        return call(tx, name, line, row);
      });
    }
    expect(found).toEqual(
      Object.fromEntries(asked.map((actor) => [actor, isAllowed(line, actor, factor) ? "allowed" : "refused"])),
    );
  });
});
