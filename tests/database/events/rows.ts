import type { TransactionSql } from "postgres";
import { ID_OF, type Account } from "../actors";

export const CLUB = "00000000-0000-4000-8000-0000000000c1";
export const DESCRIPTION = "Encontro anual de carros antigos na praça, com exposição e passeio.";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const STARTS = `${inDays(40).slice(0, 10)}T12:00:00Z`;
const ENDS = `${inDays(40).slice(0, 10)}T21:00:00Z`;

/** A complete form of an event with a programme and two kinds of registration. */
export const EVENT = {
  title: "Encontro da Serra",
  kind: "meeting",
  state_abbr: "SC",
  municipality_ibge: 4_205_407,
  town: "Florianópolis",
  venue: "Praça",
  lat: -27.6,
  lng: -48.55,
  starts_at: STARTS,
  ends_at: ENDS,
  description: DESCRIPTION,
  organizer_name: "Clube da Serra",
  organizer_email: "clube@example.org",
  days: [{ day: STARTS.slice(0, 10), items: [{ time: "09:30", text: "Abertura" }] }],
  kinds: [
    { kind: "publico", name: "Público", price_cents: 0, capacity: 100, max_vehicles: 1, max_companions: 4 },
    {
      kind: "expositor",
      name: "Expositor",
      price_cents: 2000,
      max_vehicles: 3,
      max_companions: 2,
      requires_approval: true,
    },
  ],
} as const;

export type Saved = {
  outcome: "saved" | "conflict" | "refused" | "gone";
  reason?: string;
  id: string;
  slug: string;
  status: string;
};

/** Saves a form as the current role. */
export async function save(tx: TransactionSql, payload: object): Promise<Saved> {
  return (await tx<{ answer: Saved }[]>`select public.save_event(${tx.json(payload as never)}) as answer`)[0]!.answer;
}

/** Adds an event of the account `user` as the owner of the database. */
export async function addEvent(tx: TransactionSql, changes: Record<string, unknown> = {}): Promise<string> {
  const { days: _, kinds: __, ...columns } = EVENT;
  const slug = `evento-${crypto.randomUUID().slice(0, 8)}`;
  const row = { ...columns, slug, organizer_id: ID_OF.user, ...changes };
  return (await tx<{ id: string }[]>`insert into public.events ${tx(row as never)} returning id`)[0]!.id;
}

/** The version of an event, with microseconds. */
export async function versionOf(tx: TransactionSql, id: string): Promise<string> {
  const [row] = await tx<
    { version: string }[]
  >`select to_json(updated_at) #>> '{}' as version from public.events where id = ${id}`;
  return row!.version;
}

/** Adds a club with members. */
export async function addClub(
  tx: TransactionSql,
  members: Partial<Record<Account, string>> = {},
  isTrusted = false,
): Promise<void> {
  await tx`
    insert into public.clubs (id, name, slug, state_abbr, sources, status, is_trusted)
    values (${CLUB}, 'Clube de teste', 'clube-de-teste', 'SC', '{jornal}', 'published', ${isTrusted})`;
  for (const [account, role] of Object.entries(members))
    await tx`insert into public.club_members (club_id, user_id, role) values (${CLUB}, ${ID_OF[account as Account]}, ${role})`;
}

let registrations = 0;

/** Adds a registration in a status. */
export async function register(
  tx: TransactionSql,
  event: string,
  type: string,
  email: string,
  status = "confirmed",
): Promise<void> {
  registrations += 1;
  const row = {
    code: String(registrations).padStart(8, "A").replaceAll("0", "Z").replaceAll("1", "Y"),
    event_id: event,
    type_id: type,
    full_name: "Ana",
    email,
    status,
    waiting_since: new Date(),
    held_until: new Date(),
  };
  await tx`insert into public.event_registrations ${tx(row)}`;
}
