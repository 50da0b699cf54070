import type { TransactionSql } from "postgres";
import type { Actor } from "../actors";
import { callAs } from "../as-role";
import { confirm, submit, type Filed } from "./registration-support";

/** Registers as a signed-in account and confirms the address. */
export async function registerAs(
  tx: TransactionSql,
  actor: Actor,
  type: string,
  more: Record<string, unknown> = {},
): Promise<Filed> {
  const filed = await callAs(tx, actor, () => submit(tx, type, more));
  return { ...filed, status: (await confirm(tx, filed.id)) ?? filed.status };
}
