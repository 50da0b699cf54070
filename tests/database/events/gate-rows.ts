import { createHash, randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";

export const GATE_EVENT = "00000000-0000-4000-8000-00000000e301";
export const OTHER_EVENT = "00000000-0000-4000-8000-00000000e302";
export const GATE_LIST = "00000000-0000-4000-8000-00000000e311";
export const MEAL_LIST = "00000000-0000-4000-8000-00000000e312";
export const KIT_LIST = "00000000-0000-4000-8000-00000000e313";
const TYPE = "00000000-0000-4000-8000-00000000e321";
const OTHER_TYPE = "00000000-0000-4000-8000-00000000e322";
export const WALK_IN_TYPE = TYPE;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
/** Id of the n-th registration. */
export const registrationId = (index: number) => `00000000-0000-4000-8000-0e3${String(index).padStart(9, "0")}`;

/** An event with three lists, one kind of registration with `capacity` places, and the enrolled devices `token-1` to `token-3`. */
export async function addGate(sql: Sql | TransactionSql, capacity: number | null = null): Promise<void> {
  for (const [id, slug] of [
    [GATE_EVENT, "encontro-da-portaria"],
    [OTHER_EVENT, "outro-encontro-da-portaria"],
  ] as const) {
    await sql`
      insert into public.events (id, slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, status)
      values (${id}, ${slug}, 'Encontro da portaria', 'Clube', 'SC', 4205407, 'Florianópolis', now(), now() + interval '1 day', 'published')`;
  }
  await sql`
    insert into public.event_registration_types (id, event_id, kind, name, capacity)
    values (${TYPE}, ${GATE_EVENT}, 'publico', 'Público', ${capacity}), (${OTHER_TYPE}, ${OTHER_EVENT}, 'publico', 'Público', null)`;
  await sql`
    insert into public.event_checkin_lists (id, event_id, name, purpose, kinds, allow_reentry)
    values (${GATE_LIST}, ${GATE_EVENT}, 'Entrada', 'entry', '{}', false), (${MEAL_LIST}, ${GATE_EVENT}, 'Área coberta', 'entry', '{}', true),
      (${KIT_LIST}, ${GATE_EVENT}, 'Kits', 'kit', '{expositor}', false)`;
  for (const token of ["token-1", "token-2", "token-3"]) await enrolDevice(sql, GATE_EVENT, token);
}

/** A device of a volunteer; returns the token of its link. */
export async function enrolDevice(
  sql: Sql | TransactionSql,
  event: string,
  token: string = randomUUID(),
): Promise<string> {
  await sql`
    insert into public.checkin_devices (event_id, name, token_hash, expires_at)
    values (${event}, ${`Portão ${token.replace("token-", "")}`}, ${hashOf(token)}, now() + interval '1 day')`;
  return token;
}

export async function addRegistration(
  sql: Sql | TransactionSql,
  index: number,
  {
    status = "confirmed",
    event = GATE_EVENT,
    companions = [],
  }: { status?: string; event?: string; companions?: readonly string[] } = {},
): Promise<string> {
  const id = registrationId(index);
  await sql`
    insert into public.event_registrations (id, code, event_id, type_id, full_name, email, status, held_until, waiting_since, companions, places)
    values (${id}, private.new_registration_code(), ${event}, ${event === GATE_EVENT ? TYPE : OTHER_TYPE}, ${`Pessoa ${index}`}, 'a@example.org', ${status}, now() + interval '1 day', now(), ${[...companions]}, ${1 + companions.length})`;
  return id;
}

export async function removeGate(sql: Sql): Promise<void> {
  await sql`delete from public.event_registrations where event_id in (${GATE_EVENT}, ${OTHER_EVENT})`;
  await sql`delete from public.events where id in (${GATE_EVENT}, ${OTHER_EVENT})`;
}
