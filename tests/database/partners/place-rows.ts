import type { Sql, TransactionSql } from "postgres";
import { ID_OF, type Actor } from "../actors";
import { becomeRole } from "../as-role";

export const PLACE = "91ace000-0000-4000-8000-000000000001";
/** A place of somebody else. */
export const OTHER_PLACE = "91ace000-0000-4000-8000-000000000002";

/** A published place that `user` owns and `vendedor` works for, and another one without people. */
export async function addOwnedPlace(tx: TransactionSql | Sql): Promise<void> {
  await tx`
    insert into public.services (id, category_key, name, slug, state_abbr, status, source, check_date)
    values (${PLACE}, 'other', 'Oficina do Teste', 'oficina-do-teste-91ace', 'SC', 'published', 'teste', current_date),
      (${OTHER_PLACE}, 'other', 'Outra Oficina', 'outra-oficina-91ace', 'SC', 'published', 'teste', current_date)
    on conflict (id) do nothing`;
  await tx`
    insert into public.service_members (service_id, account_id, role)
    values (${PLACE}, ${ID_OF.user}, 'owner'), (${PLACE}, ${ID_OF.vendedor}, 'staff') on conflict do nothing`;
}

type PlanRow = { status?: string; starts?: string; ends?: string; created?: string };

/** An ordered plan of the place of `user`; `starts` and `ends` are SQL dates. */
export async function addPlan(
  tx: TransactionSql,
  { status = "ordered", starts = "null", ends = "null", created = "now()" }: PlanRow = {},
): Promise<string> {
  const [row] = await tx.unsafe<{ id: string }[]>(`
    insert into public.service_plans
      (id, service_id, account_id, plan_name, price_cents, duration_days, status, starts_on, ends_on, created_at)
    values (gen_random_uuid(), '${PLACE}', '${ID_OF.user}', 'Destaque', 12000, 30, '${status}', ${starts}, ${ends}, ${created})
    returning id`);
  return row!.id;
}

/** Runs statements as an API caller inside a transaction of the owner; a refusal does not end the transaction. */
export async function acting<T>(tx: TransactionSql, actor: Actor, run: (tx: TransactionSql) => Promise<T>): Promise<T> {
  await becomeRole(tx, actor);
  try {
    return (await tx.savepoint(run)) as T;
  } finally {
    await tx`reset role`;
  }
}
