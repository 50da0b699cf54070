import { createHash, randomBytes, randomUUID, webcrypto } from "node:crypto";
import type { Sql } from "postgres";
import { CODE_KEY, CODE_SIGNATURE, codeData, codeText, type EventCode } from "../../../lib/events/codes/rules";

export type TestGate = {
  eventId: string;
  typeId: string;
  title: string;
  /** Registers a person; returns the id. */
  register: (
    name: string,
    status?: "confirmed" | "awaiting_payment" | "cancelled",
    companions?: readonly string[],
  ) => Promise<string>;
  /** Text of the QR code on the badge of a registration. */
  badge: (registrationId: string, changes?: Partial<EventCode>) => Promise<string>;
  /** The same text with the signature of another key. */
  forgedBadge: (registrationId: string) => Promise<string>;
  /** Adds a list where people may leave and enter again. */
  addReentryList: (name: string) => Promise<void>;
  /** Enrols a device and returns the path of its link. */
  enrol: (name: string) => Promise<string>;
  readings: () => Promise<{ result: string; is_offline: boolean; name: string | null }[]>;
  /** Number of readings of a kind. */
  count: (kind: "entry" | "exit" | "print") => Promise<number>;
  remove: () => Promise<void>;
};

/** An event of today with one kind of registration, which no other test uses. */
export async function addGate(sql: Sql): Promise<TestGate> {
  const title = `Encontro da portaria ${randomUUID().slice(0, 8)}`;
  const [event] = await sql<{ id: string }[]>`
    insert into public.events (slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, status)
    values (${`portaria-${randomUUID()}`}, ${title}, 'Clube de teste', 'SC', 4205407, 'Florianópolis', now(), now() + interval '1 day', 'published')
    returning id`;
  const eventId = event!.id;
  const [type] = await sql<{ id: string }[]>`
    insert into public.event_registration_types (event_id, kind, name, capacity) values (${eventId}, 'publico', 'Público', 50) returning id`;
  const typeId = type!.id;
  return {
    eventId,
    typeId,
    title,
    register: async (name, status = "confirmed", companions = []) => {
      const [row] = await sql<{ id: string }[]>`
        insert into public.event_registrations (code, event_id, type_id, full_name, email, status, held_until, companions, places, confirmed_at)
        values (private.new_registration_code(), ${eventId}, ${typeId}, ${name}, 'portaria@example.org', ${status}, now() + interval '1 day',
          ${[...companions]}, ${1 + companions.length}, case when ${status !== "awaiting_payment"} then now() end) returning id`;
      return row!.id;
    },
    badge: (registrationId, changes) => signBadge(sql, { registrationId, eventId, badgeVersion: 1, ...changes }),
    forgedBadge: async (registrationId) => {
      const { privateKey } = await webcrypto.subtle.generateKey(CODE_KEY, false, ["sign", "verify"]);
      return signBadge(sql, { registrationId, eventId, badgeVersion: 1 }, privateKey);
    },
    addReentryList: async (name) => {
      await sql`insert into public.event_checkin_lists (event_id, name, allow_reentry, position) values (${eventId}, ${name}, true, 0)`;
    },
    enrol: async (name) => {
      const token = randomBytes(32).toString("base64url");
      await sql`
        insert into public.checkin_devices (event_id, name, token_hash, expires_at)
        values (${eventId}, ${name}, ${createHash("sha256").update(token).digest("hex")}, now() + interval '1 day')`;
      return `/eventos/portaria/${token}`;
    },
    readings: () => sql`
      select checkin.result, checkin.is_offline, registration.full_name as name from public.event_checkins as checkin
      join public.event_checkin_lists as list on list.id = checkin.list_id and list.event_id = ${eventId}
      left join public.event_registrations as registration on registration.id = checkin.registration_id
      order by checkin.scanned_at`,
    count: async (kind) => {
      const rows = await sql`
        select 1 from public.event_checkins as checkin
        join public.event_checkin_lists as list on list.id = checkin.list_id and list.event_id = ${eventId} where checkin.kind = ${kind}`;
      return rows.length;
    },
    remove: async () => {
      await sql`delete from public.event_registrations where event_id = ${eventId}`;
      await sql`delete from public.events where id = ${eventId}`;
    },
  };
}

/** Signs like the server, with the pair that it made when the first gate was opened, or with another key. */
async function signBadge(sql: Sql, badge: EventCode, otherKey?: CryptoKey): Promise<string> {
  const [row] = await sql<
    { key: { id: number; privateKey: JsonWebKey } | null }[]
  >`select private.event_signing_key() as key`;
  if (!row?.key) throw new Error("no gate was opened yet, so there is no signing key");
  const key = otherKey ?? (await webcrypto.subtle.importKey("jwk", row.key.privateKey, CODE_KEY, false, ["sign"]));
  const data = codeData(row.key.id, badge);
  return codeText(data, new Uint8Array(await webcrypto.subtle.sign(CODE_SIGNATURE, key, data)));
}
