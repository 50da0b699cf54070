import type { TransactionSql } from "postgres";
import type { Mail } from "@/lib/platform/mails/schema";
import { addEntrant, addMeeting } from "./certificate-rows";
import { makeKind, register } from "./registration-support";

export type Tx = TransactionSql;
export const DAY_BEFORE = { kind: "day_before", hours: 24 };
export const WRITTEN = { subject: "Oi {evento}", body: "{nome}, pague {valor} até {prazo}: {link} {codigo} {mapa}" };

export const switchOn = (
  tx: Tx,
  event: string,
  { kind, hours, texts = {} }: { kind: string; hours: number; texts?: object },
) => tx`
  insert into public.event_automatic_messages (event_id, kind, is_on, hours, texts)
  values (${event}, ${kind}, true, ${hours}, ${tx.json(texts as never)})`;

export async function runWorker(tx: Tx): Promise<number> {
  let total = 0;
  for (let handled = 1; handled > 0; total += handled) {
    const [row] = await tx<{ handled: number }[]>`select private.send_automatic_messages(10) as handled`;
    handled = row!.handled;
  }
  return total;
}

/** Templates and addresses of the mails of one kind that wait, without the status mails before. */
export const mailsOf = async (tx: Tx, kind: string) => {
  const rows = await tx<{ mail: Mail }[]>`
    select data as mail from private.outbox
    where job = 'send-mail' and data -> 'data' ->> 'automatic' = ${kind} order by data ->> 'to'`;
  return rows.map(({ mail }) => mail);
};

/** A registration that waits for its payment, whose hold began and ends some hours from now. */
export async function addHold(tx: Tx, from: number, until: number) {
  const { event, type } = await makeKind(tx, { price: 5000 });
  const { id } = await register(tx, type, { email: "ana@example.org" });
  await tx`update public.event_registrations set held_until = now() + make_interval(hours => ${until}) where id = ${id}`;
  await tx`update public.registration_events set created_at = now() + make_interval(hours => ${from})
    where registration_id = ${id}`;
  return { event, id };
}

/** A confirmed person of an event that begins in some hours. */
export async function addComing(tx: Tx, hours = 20, more: Record<string, unknown> = {}) {
  const { event, type } = await makeKind(tx);
  await tx`update public.events set starts_at = now() + make_interval(hours => ${hours}),
    ends_at = now() + make_interval(hours => ${hours + 5}), lat = -27.5, lng = -48.5 where id = ${event}`;
  const { id } = await register(tx, type, { email: "ana@example.org", ...more });
  return { event, type, id };
}

/** A person who entered an event that ended some hours ago. */
export async function addPast(tx: Tx, hours = 30) {
  const meeting = await addMeeting(tx, { votes: null });
  const { registration } = await addEntrant(tx, meeting);
  await tx`update public.events set starts_at = now() - make_interval(hours => ${hours + 8}),
    ends_at = now() - make_interval(hours => ${hours}) where id = ${meeting.event}`;
  return { ...meeting, registration };
}
