import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { brazilianDay } from "../../../lib/platform/dates";
import { ID_OF } from "../actors";
import { makeKind, type Kind } from "../events/registration-support";

type Client = Sql | TransactionSql;
export const TODAY = brazilianDay(Date.now());

/** A published event of `user`, whose treasurer is `another_user`; `vendedor` is at its gate. */
export async function addCollectedEvent(tx: Client, { inDays = 30 } = {}): Promise<Kind> {
  const kind = await makeKind(tx as never, { price: 5000, inDays });
  await tx`update public.events set organizer_id = ${ID_OF.user} where id = ${kind.event}`;
  await tx`
    insert into public.event_members (event_id, account_id, role)
    values (${kind.event}, ${ID_OF.another_user}, 'treasurer'), (${kind.event}, ${ID_OF.vendedor}, 'gate')`;
  return kind;
}

type Paid = { cents?: number; status?: "paid" | "review" | "expired"; toOrganiser?: boolean };

/** A registration with a payment, by default one that the portal received; returns the id of the payment. */
export async function addPaid(
  tx: Client,
  { event, type }: Kind,
  { cents = 5000, status = "paid", toOrganiser = false }: Paid = {},
): Promise<string> {
  const [recipient] = toOrganiser
    ? await tx<{ id: string }[]>`
        insert into public.event_recipients (event_id, kind, pix_key_type, pix_key, name, city, status)
        values (${event}, 'pix', 'email', 'clube@example.org', 'Clube', 'Lages', 'approved') returning id`
    : [];
  const [payment] = await tx<{ id: string }[]>`
    with person as (
      insert into public.event_registrations (code, event_id, type_id, full_name, email, status, price_cents, held_until)
      values (private.new_registration_code(), ${event}, ${type}, 'Ana', ${`ana-${randomUUID()}@example.org`},
        'confirmed', ${cents}, now() + interval '1 day') returning id
    )
    insert into public.payments (subject_type, subject_id, method, provider, amount_cents, status, paid_at, recipient_id)
    select 'registration', person.id, 'pix', 'pix', ${cents}, ${status},
      case when ${status} = 'paid' then now() end, ${recipient?.id ?? null}
    from person returning id`;
  return payment!.id;
}

type Payout = { cents: number; request?: string; day?: string; destination?: string; reference?: string };

export const recordPayout = (
  tx: TransactionSql,
  event: string,
  { cents, request = randomUUID(), day = TODAY, destination = "Pix clube@example.org", reference = "E123" }: Payout,
) =>
  tx`select public.record_event_payout(${request}, ${event}, ${cents}, ${day}, ${destination}, ${reference}) as answer`;
