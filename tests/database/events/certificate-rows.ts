import type { Sql, TransactionSql } from "postgres";
import { ID_OF } from "../actors";

type Db = Sql | TransactionSql;

export type Meeting = { event: string; type: string };

/** A published event with a kind for exhibitors; `votes` are the hours from now when voting opens and closes. */
export async function addMeeting(
  tx: Db,
  { votes = [-1, 1], slug = "encontro-de-teste" }: { votes?: readonly [number, number] | null; slug?: string } = {},
): Promise<Meeting> {
  const [opens, closes] = votes ?? [null, null];
  const [event] = await tx<{ id: string }[]>`
    insert into public.events (slug, title, status, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, translations, votes_open_at, votes_close_at)
    values (${slug}, 'Encontro de Teste', 'published', 'Clube de Teste', 'SC', 4205407, 'Florianópolis',
      now() - interval '2 hours', now() + interval '6 hours', '{"en": {"title": "Test Meeting"}}',
      now() + ${opens}::double precision * interval '1 hour', now() + ${closes}::double precision * interval '1 hour')
    returning id`;
  const [type] = await tx<{ id: string }[]>`
    insert into public.event_registration_types (event_id, kind, name) values (${event!.id}, 'expositor', 'Expositor') returning id`;
  await tx`insert into public.event_checkin_lists (event_id, name) values (${event!.id}, 'Entrada') on conflict do nothing`;
  return { event: event!.id, type: type!.id };
}

/** A registration with one car, which entered the event; without `user` it belongs to the test account of that name. */
export async function addEntrant(
  tx: Db,
  { event, type }: Meeting,
  {
    name = "Ana Souza",
    status = "confirmed",
    user = ID_OF.user,
  }: { name?: string; status?: string; user?: string | null } = {},
): Promise<{ registration: string; vehicle: string; code: string }> {
  const [row] = await tx<{ id: string; code: string }[]>`
    insert into public.event_registrations (code, event_id, type_id, user_id, full_name, email, phone, status)
    values (private.new_registration_code(), ${event}, ${type}, ${user}, ${name}, 'ana@example.org', '48 99999-0000', ${status})
    returning id, code`;
  const [car] = await tx<{ id: string }[]>`
    insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
    values (${row!.id}, 1, 'Volkswagen', 'Fusca', 1968, 'ABC1D23') returning id`;
  await tx`
    insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at)
    select id, ${row!.id}, gen_random_uuid(), 'ok', now() from public.event_checkin_lists where event_id = ${event} limit 1`;
  return { registration: row!.id, vehicle: car!.id, code: row!.code };
}

export async function addTemplate(tx: Db): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into public.certificate_templates (name, fields) values ('Modelo de teste', '[]') returning id`;
  return row!.id;
}
