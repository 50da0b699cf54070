import { randomBytes, randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";

type Client = Sql | TransactionSql;
export type Kind = { event: string; type: string };

type KindOptions = {
  kind?: string;
  capacity?: number | null;
  price?: number;
  approval?: boolean;
  waiting?: boolean;
  stands?: boolean;
  minAge?: number | null;
  inDays?: number;
};

/** Switches Pix on, also for new organisers, without which a paid kind takes no registrations. */
export async function allowPayment(sql: Client): Promise<void> {
  const pix = { enabled: true, pix_key: "caixa@example.org", recipient_name: "Caixa do portal", city: "Florianopolis" };
  await sql`
    update public.payment_settings set value = ${sql.json({ ...pix, pix_key_type: "email" })}
    where key = 'pix_config' and value -> 'enabled' is distinct from 'true'`;
  await sql`
    insert into public.payment_settings (key, value, is_public) values ('event_collecting', '{"enabled": true}', true)
    on conflict (key) do update set value = excluded.value where payment_settings.value <> excluded.value`;
}

/** A published event with one kind of registration. */
export async function makeKind(
  sql: Client,
  {
    kind = "publico",
    capacity = null,
    price = 0,
    approval = false,
    waiting = true,
    stands = false,
    minAge = null,
    inDays = 30,
  }: KindOptions = {},
): Promise<Kind> {
  if (price > 0) await allowPayment(sql);
  const slug = `encontro-${randomUUID()}`;
  const [event] = await sql<{ id: string }[]>`
    insert into public.events (slug, title, status, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, min_vehicle_age, published_at)
    values (${slug}, 'Encontro de teste', 'published', 'Clube de teste', 'SC', 4205407, 'Florianópolis',
      now() + make_interval(days => ${inDays}), now() + make_interval(days => ${inDays + 1}), ${minAge}, now()) returning id`;
  const [type] = await sql<{ id: string }[]>`
    insert into public.event_registration_types (event_id, kind, name, price_cents, capacity, requires_approval, has_waiting_list, chooses_stand)
    values (${event!.id}, ${kind}, ${kind}, ${price}, ${capacity}, ${approval}, ${waiting}, ${stands}) returning id`;
  return { event: event!.id, type: type!.id };
}

/** A payload that every kind accepts, of a person who has no other registration. */
export const payloadOf = (type: string, more: Record<string, unknown> = {}) => ({
  request_id: randomUUID(),
  type,
  full_name: "Ana Souza",
  email: `ana-${randomUUID()}@example.org`,
  phone: "48 99999-0000",
  document: "12345678909",
  company: "Loja Ana",
  consent: true,
  ...more,
});

export type Filed = { id: string; event: string; code: string; status: string; is_changed: boolean };

/** Sends the form; without a confirmed account the registration is unconfirmed. */
export async function submit(sql: Client, type: string, more: Record<string, unknown> = {}): Promise<Filed> {
  const [row] = await sql<{ filed: Filed }[]>`
    select public.submit_registration(${sql.json(payloadOf(type, more) as never)}) as filed`;
  return row!.filed;
}

/** Presses the button behind the mailed link; null when it does not work any more. */
export async function confirm(sql: Client, registration: string): Promise<string | null> {
  const token = await addRegistrationLink(sql, "manage", registration);
  const [row] = await sql<
    { status: string | null }[]
  >`select public.confirm_registration(${token}) ->> 'status' as status`;
  await sql`delete from public.registration_links where token_hash = private.token_hash(${token})`;
  return row!.status;
}

/** Sends the form and confirms its address. */
export async function register(sql: Client, type: string, more: Record<string, unknown> = {}): Promise<Filed> {
  const filed = await submit(sql, type, more);
  if (filed.status !== "unconfirmed") return filed;
  return { ...filed, status: (await confirm(sql, filed.id)) ?? filed.status };
}

export async function statusOf(sql: Client, id: string): Promise<string> {
  return (await sql<{ status: string }[]>`select status from public.event_registrations where id = ${id}`)[0]!.status;
}

export async function takenOf(sql: Client, type: string): Promise<number> {
  return (await sql<{ taken: number }[]>`select taken from public.event_registration_types where id = ${type}`)[0]!
    .taken;
}

/** Deletes committed rows of a test, which no rollback removes. */
export async function removeKind(sql: Client, { event }: Kind): Promise<void> {
  // Mails of other events stay: browser tests run at the same time.
  await sql`
    delete from private.outbox using public.event_registrations as own
    where job = 'send-mail' and own.event_id = ${event}
      and (data ->> 'to' = own.email or data -> 'data' ->> 'link_subject' = own.id::text)`;
  await sql`update public.event_stands set registration_id = null where event_id = ${event}`;
  await sql`delete from public.event_registrations where event_id = ${event}`;
  await sql`delete from public.events where id = ${event}`;
}

/** A link with a random token, as the server stores it. */
export async function addRegistrationLink(sql: Client, kind: string, registration: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await sql`
    insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
    select ${registration}, ${kind}, coalesce(max(version), 0) + 1, private.token_hash(${token}), now() + interval '1 day'
    from public.registration_links where registration_id = ${registration} and kind = ${kind}`;
  return token;
}
