import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, ID_OF } from "../actors";
import { asOwner, asRole, sql } from "../as-role";
import { addEntrant, addMeeting, addTemplate } from "../events/certificate-rows";
import { addRally, CREW, STAGE } from "../events/rally-rows";
import { addOwnedPlace, addPlan, PLACE } from "../partners/place-rows";
import { makeKind, register } from "../events/registration-support";
import { makeSale } from "../commerce/money";
import { newDocument } from "../commerce/sale-support";
import { addVehicle, VEHICLE } from "../garage/vehicle-support";
import { addVouchers, VOUCHER } from "../partners/rows";

type Tx = TransactionSql;
type Insert = (tx: Tx, at: string) => Promise<unknown>;

/** Insert of a trip up to before the value of `deleted_at`. */
const aTrip = `insert into public.trips (id, owner_id, title, plan, deleted_at) values (gen_random_uuid(), '${ID_OF.user}', 't', '{"title": "t", "stops": [], "car": {}}'`;

const request =
  (table: string, columns: string, values: string): Insert =>
  (tx, at) =>
    tx.unsafe(`insert into public.${table} (${columns}, created_at, decided_at) values (${values}, ${at}, ${at})`);
const token = (at: string, used: boolean) =>
  `insert into public.approval_tokens (token_hash, subject_kind, subject_id, created_at, expires_at, used_at, decision)
   select encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'service_request', gen_random_uuid(), ${at} - interval '1 day', ${at}, ${used ? `${at}, 'approve'` : "null, null"}`;
const reminder = (column: string, at: string) => `
  insert into public.maintenance_reminders (id, vehicle_id, owner_id, title, metric, interval_months, ${column})
  select gen_random_uuid(), id, owner_id, 'Óleo', 'date', 6, ${at} from public.vehicles where id = '${VEHICLE}'`;

const recipient = (event: string, status: string, at: string) => `
  insert into public.event_recipients (event_id, kind, pix_key_type, pix_key, name, city, status, created_at, decided_at)
  values ('${event}', 'pix', 'email', '${randomUUID()}@example.org', 'Clube', 'Lages', '${status}', ${at} - interval '1 day', ${at})
  returning id`;

const addVehicleOnce = async (tx: Tx) => {
  const [car] = await tx`select from public.vehicles where id = ${VEHICLE}`;
  if (!car) await addVehicle(tx);
};

/** A check-in list of a new event of its own. */
const checkinList = () => `
  insert into public.event_checkin_lists (event_id, name) select id, '${randomUUID()}' from public.events limit 1 returning id, event_id`;
const addEvent = (tx: Tx) => tx`
  insert into public.events (slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at)
  values (${`retention-${randomUUID()}`}, 'Encontro', 'Clube', 'SC', 4205407, 'Florianópolis', now(), now() + interval '1 day')`;

/** A person who entered an event, and a model of a certificate. */
async function entrantAndModel(tx: Tx) {
  const meeting = await addMeeting(tx, { slug: `retention-${randomUUID()}` });
  const { registration } = await addEntrant(tx, meeting);
  return { event: meeting.event, registration, template: await addTemplate(tx) };
}

/** A download of a voucher whose last day was `at`. */
async function addDownloadOf(tx: Tx, columns: string, values: string, at: string): Promise<void> {
  await addOwnedPlace(tx);
  const [known] = await tx`select from public.vouchers where id = ${VOUCHER}`;
  if (!known) await addVouchers(tx, "active");
  await tx.unsafe(
    `insert into public.voucher_downloads (voucher_id, request_id, expires_at, ${columns}) values ('${VOUCHER}', gen_random_uuid(), ${at}, ${values})`,
  );
}

/** The retention periods of the privacy text, with an insert that creates a row of that age. */
const PROMISES: [rule: string, keep: string, table: string, insert: Insert][] = [
  [
    "page_views",
    "13 months",
    "page_views",
    (tx, at) => tx.unsafe(`insert into public.page_views (page_path, created_at) values ('/retention', ${at})`),
  ],
  [
    "search_misses",
    "90 days",
    "search_misses",
    (tx, at) =>
      tx.unsafe(
        `insert into public.search_misses (day, last_at, words, locale) values (current_date, ${at}, 'retention ' || translate(gen_random_uuid()::text, '0123456789-', 'abcdefghij'), 'pt-BR')`,
      ),
  ],
  [
    "access_logs",
    "6 months",
    "access_logs",
    (tx, at) => tx.unsafe(`insert into public.access_logs (event, created_at) values ('sign_in', ${at})`),
  ],
  [
    "convoy_positions",
    "24 hours",
    "convoy_positions",
    async (tx, at) => {
      const [convoy] = await tx<{ id: string }[]>`
        insert into public.convoys (code, name, leader_id, ends_at) values (private.new_registration_code(), 'Serra', ${ID_OF.user}, now() + interval '1 day') returning id`;
      await tx`insert into public.convoy_members (convoy_id, account_id, name) values (${convoy!.id}, ${ID_OF.user}, 'Ana')`;
      await tx.unsafe(
        `insert into public.convoy_positions (convoy_id, account_id, lat, lng, accuracy_m, measured_at, shared_until)
         values ('${convoy!.id}', '${ID_OF.user}', -27, -48, 10, now(), ${at})`,
      );
    },
  ],
  [
    "convoy_guests",
    "24 hours",
    "convoy_guests",
    async (tx, at) => {
      const [convoy] = await tx<{ id: string }[]>`
        insert into public.convoys (code, name, leader_id, ends_at) values (private.new_registration_code(), 'Serra', ${ID_OF.user}, now() + interval '1 day') returning id`;
      await tx.unsafe(
        `insert into public.convoy_guests (convoy_id, name, expires_at) values ('${convoy!.id}', 'Caio', ${at})`,
      );
    },
  ],
  [
    "convoys",
    "30 days",
    "convoys",
    (tx, at) =>
      tx.unsafe(
        `insert into public.convoys (code, name, leader_id, starts_at, ends_at) values (private.new_registration_code(), 'Serra', '${ID_OF.user}', ${at}, ${at})`,
      ),
  ],
  [
    "registration_drafts",
    "14 days",
    "registration_drafts",
    (tx, at) =>
      tx.unsafe(
        `insert into public.registration_drafts (id, request_id, type_id, email, draft, created_at)
         select gen_random_uuid(), gen_random_uuid(), id, 'ana@example.org', '{}', ${at} from public.event_registration_types limit 1`,
      ),
  ],
  [
    "failed_attempts",
    "90 days",
    "failed_attempts",
    (tx, at) =>
      tx.unsafe(
        `insert into public.failed_attempts (subject, address_hash, last_at) values ('vote', '${randomUUID().replaceAll("-", "")}${"0".repeat(32)}', ${at})`,
      ),
  ],
  [
    "error_reports",
    "30 days",
    "error_reports",
    (tx, at) =>
      tx.unsafe(
        `insert into public.error_reports (message, path, last_seen_at) values ('${randomUUID()}', '/', ${at})`,
      ),
  ],
  [
    "health_checks",
    "30 days",
    "health_checks",
    (tx, at) => tx.unsafe(`insert into public.health_checks (name, status, created_at) values ('mail', 'ok', ${at})`),
  ],
  [
    "service_requests",
    "5 years",
    "service_requests",
    request(
      "service_requests",
      "kind, payload, requester_name, requester_email, state_abbr, status",
      "'new', '{}', 'Ana', 'a@example.org', 'SC', 'approved'",
    ),
  ],
  [
    "trip_panel_requests",
    "5 years",
    "trip_panel_requests",
    request(
      "trip_panel_requests",
      "name, email, delivery_kind, origin, destination",
      "'Ana', 'a@example.org', 'digital', 'A', 'B'",
    ),
  ],
  [
    "takedown_requests",
    "5 years",
    "takedown_requests",
    request(
      "takedown_requests",
      "url, claimant_name, email, reason",
      "'https://example.org', 'Ana', 'a@example.org', 'a reason'",
    ),
  ],
  [
    "ad_leads",
    "5 years",
    "ad_leads",
    request("ad_leads", "company, contact_name, email", "'Hotel', 'Ana', 'a@example.org'"),
  ],
  ["reports", "5 years", "reports", request("reports", "subject_type, subject_id, reason", "'page', '/x', 'wrong'")],
  [
    "app_reviews",
    "5 years",
    "app_reviews",
    (tx, at) => tx.unsafe(`insert into public.app_reviews (rating, created_at, updated_at) values (5, ${at}, ${at})`),
  ],
  ["unused_approval_tokens", "30 days", "approval_tokens", (tx, at) => tx.unsafe(token(at, false))],
  ["used_approval_tokens", "5 years", "approval_tokens", (tx, at) => tx.unsafe(token(at, true))],
  [
    "notifications",
    "13 months",
    "notifications",
    (tx, at) =>
      tx.unsafe(
        `insert into public.notifications (user_id, title, body, created_at) values ('${ID_OF.user}', 't', 'b', ${at})`,
      ),
  ],
  [
    "audit_log",
    "5 years",
    "audit_log",
    (tx, at) =>
      tx.unsafe(
        `insert into public.audit_log (action, entity, entity_id, created_at) values ('update', 'profiles', 'x', ${at})`,
      ),
  ],
  [
    "payment_events",
    "6 years",
    "payment_webhook_events",
    (tx, at) =>
      tx.unsafe(
        `insert into public.payment_webhook_events (provider, event_id, type, outcome, created_at) values ('stripe', '${randomUUID()}', 'x', 'ignored', ${at})`,
      ),
  ],
  [
    "seller_applications",
    "5 years",
    "sellers",
    (tx, at) =>
      tx.unsafe(`
    with account as (insert into auth.users (id, email) values (gen_random_uuid(), '${randomUUID()}@example.org') returning id)
    insert into public.sellers (user_id, full_name, document, phone, status, decided_at) select id, 'Vera', '${newDocument()}', '48999990000', 'rejected', ${at} from account`),
  ],
  [
    "unconfirmed_phone_accounts",
    "30 days",
    "profiles",
    (tx, at) =>
      tx.unsafe(
        `insert into auth.users (id, phone, created_at) values (gen_random_uuid(), '5548${Math.floor(Math.random() * 1e9)}', ${at})`,
      ),
  ],
  [
    "readings_without_registration",
    "90 days",
    "event_checkins",
    async (tx, at) => {
      await addEvent(tx);
      await tx.unsafe(
        `with list as (${checkinList()}) insert into public.event_checkins (list_id, nonce, result, scanned_at, received_at) select id, gen_random_uuid(), 'unknown', ${at}, ${at} from list`,
      );
    },
  ],
  [
    "checkin_devices",
    "1 year",
    "checkin_devices",
    async (tx, at) => {
      await addEvent(tx);
      await tx.unsafe(
        `with list as (${checkinList()}) insert into public.checkin_devices (event_id, name, created_at, expires_at) select event_id, 'Portão', ${at} - interval '1 day', ${at} from list`,
      );
    },
  ],
  ["deleted_trips", "30 days", "trips", (tx, at) => tx.unsafe(`${aTrip}, ${at})`)],
  [
    "ended_trip_links",
    "1 year",
    "trip_shares",
    (tx, at) =>
      tx.unsafe(`
        with trip as (${aTrip}, null) returning id, owner_id)
        insert into public.trip_shares (id, trip_id, scope, expires_at, created_by, created_at)
        select gen_random_uuid(), id, 'view', ${at}, owner_id, ${at} - interval '1 day' from trip`),
  ],
  [
    "voucher_reports",
    "1 year",
    "voucher_reports",
    async (tx, at) => {
      await addOwnedPlace(tx);
      await tx.unsafe(
        `insert into public.voucher_reports (id, service_id, expires_at, created_at) values (gen_random_uuid(), '${PLACE}', ${at}, ${at} - interval '1 day')`,
      );
    },
  ],
  [
    "guest_voucher_downloads",
    "90 days",
    "voucher_downloads",
    (tx, at) => addDownloadOf(tx, "guest_name, guest_phone", "'Ana', '48999990000'", at),
  ],
  [
    "voucher_downloads",
    "2 years",
    "voucher_downloads",
    (tx, at) => addDownloadOf(tx, "account_id", `'${ID_OF.user}'`, at),
  ],
  [
    "refused_redemptions",
    "1 year",
    "voucher_redemptions",
    async (tx, at) => {
      await addOwnedPlace(tx);
      await tx.unsafe(
        `insert into public.voucher_redemptions (service_id, nonce, result, scanned_at, received_at) values ('${PLACE}', gen_random_uuid(), 'expired', now(), ${at})`,
      );
    },
  ],
  [
    "voucher_devices",
    "1 year",
    "voucher_devices",
    async (tx, at) => {
      await addOwnedPlace(tx);
      await tx.unsafe(
        `insert into public.voucher_devices (service_id, name, expires_at, created_at) values ('${PLACE}', 'Caixa', ${at}, ${at} - interval '1 day')`,
      );
    },
  ],
  [
    "unfinished_trip_tracks",
    "1 year",
    "trip_tracks",
    (tx, at) =>
      tx.unsafe(
        `insert into public.trip_tracks (id, owner_id, started_at) values (gen_random_uuid(), '${ID_OF.user}', ${at})`,
      ),
  ],
  [
    "deleted_vehicles",
    "30 days",
    "vehicles",
    (tx, at) =>
      tx.unsafe(
        `insert into public.vehicles (id, owner_id, nickname, deleted_at) values (gen_random_uuid(), '${ID_OF.user}', 'Opala', ${at})`,
      ),
  ],
  [
    "deleted_vehicle_entries",
    "30 days",
    "vehicle_entries",
    (tx, at) =>
      tx.unsafe(`
        with car as (
          insert into public.vehicles (id, owner_id, nickname) values (gen_random_uuid(), '${ID_OF.user}', 'Opala') returning id, owner_id)
        insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, deleted_at)
        select gen_random_uuid(), id, owner_id, 'note', '2026-01-02', ${at} from car`),
  ],
  [
    "deleted_vehicle_documents",
    "30 days",
    "vehicle_documents",
    (tx, at) =>
      tx.unsafe(`
        with car as (
          insert into public.vehicles (id, owner_id, nickname) values (gen_random_uuid(), '${ID_OF.user}', 'Opala') returning id, owner_id)
        insert into public.vehicle_documents (id, vehicle_id, owner_id, kind, deleted_at)
        select gen_random_uuid(), id, owner_id, 'crlv', ${at} from car`),
  ],
  [
    "deleted_vehicle_parts",
    "30 days",
    "vehicle_parts",
    (tx, at) =>
      tx.unsafe(`
        with car as (
          insert into public.vehicles (id, owner_id, nickname) values (gen_random_uuid(), '${ID_OF.user}', 'Opala') returning id, owner_id)
        insert into public.vehicle_parts (id, vehicle_id, owner_id, name, deleted_at)
        select gen_random_uuid(), id, owner_id, 'Correia', ${at} from car`),
  ],
  [
    "deleted_vehicle_diary_entries",
    "30 days",
    "vehicle_diary_entries",
    (tx, at) =>
      tx.unsafe(`
        with car as (
          insert into public.vehicles (id, owner_id, nickname) values (gen_random_uuid(), '${ID_OF.user}', 'Opala') returning id, owner_id)
        insert into public.vehicle_diary_entries (id, vehicle_id, owner_id, on_date, title, deleted_at)
        select gen_random_uuid(), id, owner_id, current_date, 'Serra', ${at} from car`),
  ],
  [
    "deleted_vehicle_checklists",
    "30 days",
    "vehicle_checklists",
    (tx, at) =>
      tx.unsafe(`
        with car as (
          insert into public.vehicles (id, owner_id, nickname) values (gen_random_uuid(), '${ID_OF.user}', 'Opala') returning id, owner_id)
        insert into public.vehicle_checklists (id, vehicle_id, owner_id, kind, title, deleted_at)
        select gen_random_uuid(), id, owner_id, 'daily', 'Diário', ${at} from car`),
  ],
  [
    "vehicle_invitations",
    "90 days",
    "vehicle_invitations",
    (tx, at) =>
      tx.unsafe(`
        with car as (
          insert into public.vehicles (id, owner_id, nickname) values (gen_random_uuid(), '${ID_OF.user}', 'Opala') returning id, owner_id)
        insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, expires_at)
        select gen_random_uuid(), id, owner_id, 'ana@example.org', 'viewer', ${at} from car`),
  ],
  [
    "vehicle_sale_links",
    "365 days",
    "vehicle_sale_links",
    (tx, at) =>
      tx.unsafe(`
        with car as (
          insert into public.vehicles (id, owner_id, nickname) values (gen_random_uuid(), '${ID_OF.user}', 'Opala') returning id, owner_id)
        insert into public.vehicle_sale_links (id, vehicle_id, owner_id, expires_at)
        select gen_random_uuid(), id, owner_id, ${at} from car`),
  ],
  [
    "vehicle_handovers",
    "365 days",
    "vehicle_handovers",
    (tx, at) =>
      tx.unsafe(`
        with car as (
          insert into public.vehicles (id, owner_id, nickname) values (gen_random_uuid(), '${ID_OF.user}', 'Opala') returning id, owner_id)
        insert into public.vehicle_handovers (id, vehicle_id, owner_id, email, chosen, expires_at)
        select gen_random_uuid(), id, owner_id, 'ana@example.org', '{}', ${at} from car`),
  ],
  [
    "deleted_maintenance_reminders",
    "30 days",
    "maintenance_reminders",
    async (tx, at) => {
      await addVehicleOnce(tx);
      return tx.unsafe(reminder("deleted_at", at));
    },
  ],
  [
    "reminder_announcements",
    "90 days",
    "reminder_announcements",
    async (tx, at) => {
      await addVehicleOnce(tx);
      return tx.unsafe(`
        with reminder as (${reminder("announced_at", "now()")} returning id)
        insert into public.reminder_announcements (reminder_id, account_id, occurrence, channel, status, created_at)
        select id, '${ID_OF.user}', 1, 'portal', 'sent', ${at} from reminder`);
    },
  ],
  [
    "service_invitations",
    "90 days",
    "service_invitations",
    async (tx, at) => {
      await addOwnedPlace(tx);
      return tx.unsafe(
        `insert into public.service_invitations (id, service_id, email, created_at) values (gen_random_uuid(), '${PLACE}', 'a@example.org', ${at})`,
      );
    },
  ],
  [
    "event_invitations",
    "90 days",
    "event_invitations",
    async (tx, at) => {
      const { event } = await makeKind(tx);
      return tx.unsafe(
        `insert into public.event_invitations (id, event_id, email, role, created_at) values (gen_random_uuid(), '${event}', 'a@example.org', 'gate', ${at})`,
      );
    },
  ],
  [
    "event_exports",
    "2 years",
    "event_exports",
    async (tx, at) => {
      const { event } = await makeKind(tx);
      return tx.unsafe(
        `insert into public.event_exports (event_id, format, created_at) values ('${event}', 'csv', ${at})`,
      );
    },
  ],
  [
    "unpaid_service_plans",
    "1 year",
    "service_plans",
    async (tx, at) => {
      await addOwnedPlace(tx);
      return addPlan(tx, { status: "cancelled", created: at });
    },
  ],
  [
    "service_messages",
    "12 months",
    "service_messages",
    async (tx, at) => {
      await addOwnedPlace(tx);
      return tx.unsafe(
        `insert into public.service_messages (service_id, name, email, body, created_at) values ('${PLACE}', 'Ana', 'a@example.org', 'Abre?', ${at})`,
      );
    },
  ],
  [
    "unconfirmed_event_follows",
    "7 days",
    "event_follows",
    (tx, at) =>
      tx.unsafe(
        `insert into public.event_follows (email, state_abbr, created_at) values ('${randomUUID()}@example.org', 'SC', ${at})`,
      ),
  ],
  [
    "follows_of_past_events",
    "30 days",
    "event_follows",
    async (tx, at) => {
      const { event } = await addMeeting(tx, { slug: `retention-${randomUUID()}` });
      await tx.unsafe(`
        update public.events set starts_at = ${at} - interval '1 day', ends_at = ${at} where id = '${event}';
        insert into public.event_follows (email, event_id, confirmed_at) values ('${randomUUID()}@example.org', '${event}', now())`);
    },
  ],
  [
    "event_changes",
    "90 days",
    "event_changes",
    async (tx, at) => {
      const { event } = await makeKind(tx);
      await tx.unsafe(
        `insert into public.event_changes (event_id, status, fields, payload, decided_at) values ('${event}', 'approved', '{title}', '{}', ${at})`,
      );
    },
  ],
  [
    "unused_event_recipients",
    "90 days",
    "event_recipients",
    async (tx, at) => {
      const { event } = await makeKind(tx);
      await tx.unsafe(recipient(event, "withdrawn", at));
    },
  ],
  [
    "event_team_members",
    "30 days",
    "event_team_members",
    async (tx, at) => {
      const { event } = await makeKind(tx);
      await tx.unsafe(
        `update public.events set starts_at = ${at} - interval '1 hour', ends_at = ${at} where id = '${event}'`,
      );
      await tx`insert into public.event_team_members (event_id, position, full_name) values (${event}, 0, 'Ana')`;
    },
  ],
  [
    "event_leads",
    "2 years",
    "event_leads",
    (tx, at) =>
      tx.unsafe(`insert into public.event_leads (kind, name, updated_at) values ('club', '${randomUUID()}', ${at})`),
  ],
  [
    "registration_contracts",
    "5 years",
    "registration_contracts",
    (tx, at) =>
      tx.unsafe(`
        insert into public.registration_contracts (status, title, clauses, event_title, signer_name, signer_email, signed_name, signed_at, contract_sha256)
        values ('signed', 'Contrato', '{x}', 'Encontro', 'Ana', 'a@example.org', 'Ana', ${at}, repeat('a', 64))`),
  ],
  [
    "event_registrations",
    "2 years",
    "event_registrations",
    async (tx, at) => {
      const { event, type } = await makeKind(tx);
      await register(tx, type);
      await tx.unsafe(
        `update public.events set starts_at = ${at} - interval '1 day', ends_at = ${at} where id = '${event}'`,
      );
    },
  ],
  [
    "event_votes",
    "13 months",
    "event_votes",
    async (tx, at) => {
      const meeting = await addMeeting(tx, { slug: `retention-${randomUUID()}` });
      const [car, voter] = [await addEntrant(tx, meeting), await addEntrant(tx, meeting)];
      await tx.unsafe(`
        insert into public.event_votes (event_id, vehicle_id, registration_id, created_at)
        values ('${meeting.event}', '${car.vehicle}', '${voter.registration}', ${at})`);
    },
  ],
  [
    "rejected_registration_documents",
    "90 days",
    "registration_documents",
    async (tx, at) => {
      const { id } = await register(tx, (await makeKind(tx)).type);
      await tx`insert into public.registration_documents (registration_id, kind, path) values (${id}, 'identity', ${`${id}/x.pdf`})`;
      await tx`alter table public.event_registrations disable trigger user`;
      await tx.unsafe(
        `update public.event_registrations set status = 'rejected', updated_at = ${at} where id = '${id}'`,
      );
      await tx`alter table public.event_registrations enable trigger user`;
    },
  ],
  [
    "certificates",
    "10 years",
    "certificates",
    async (tx, at) => {
      const { registration, template } = await entrantAndModel(tx);
      await tx`select private.issue_certificate(${registration}, ${template}, null, null, null)`;
      await tx.unsafe(`update public.certificates set issued_at = ${at} where registration_id = '${registration}'`);
    },
  ],
  [
    "certificate_batches",
    "13 months",
    "certificate_batches",
    async (tx, at) => {
      const { event, registration, template } = await entrantAndModel(tx);
      await tx.unsafe(
        `insert into public.certificate_batches (event_id, template_id, registrations, created_at) values ('${event}', '${template}', '{${registration}}', ${at})`,
      );
    },
  ],
  [
    "event_messages",
    "2 years",
    "event_messages",
    async (tx, at) => {
      const { event } = await makeKind(tx);
      await tx.unsafe(
        `update public.events set starts_at = ${at} - interval '1 day', ends_at = ${at} where id = '${event}'`,
      );
      await tx`insert into public.event_messages (id, event_id, channel, subject, body)
        values (gen_random_uuid(), ${event}, 'mail', 'a', 'b')`;
    },
  ],
  [
    "print_batches",
    "7 days",
    "print_batches",
    async (tx, at) => {
      const { event, registration } = await entrantAndModel(tx);
      await tx.unsafe(
        `insert into public.print_batches (kind, event_id, size, items, created_at) values ('badges', '${event}', 'a6', '{${registration}}', ${at})`,
      );
    },
  ],
  [
    "event_api_tokens",
    "90 days",
    "event_api_tokens",
    async (tx, at) => {
      const { event } = await makeKind(tx);
      await tx.unsafe(
        `insert into public.event_api_tokens (event_id, name, registration_columns, created_at, expires_at)
         values ('${event}', 'Planilha', '{code}', ${at} - interval '1 day', ${at})`,
      );
    },
  ],
  [
    "rally_positions",
    "90 days",
    "rally_positions",
    async (tx, at) => {
      if ((await tx`select 1 from public.rallies`).length === 0) await addRally(tx);
      await tx.unsafe(
        `insert into public.rally_positions (crew_id, stage_id, account_id, number, points, created_at)
         select '${CREW}', '${STAGE}', '${ID_OF.user}', count(*), '[[1800000000000, -27.6, -48.55]]', ${at}
         from public.rally_positions`,
      );
    },
  ],
  [
    "event_webhook_deliveries",
    "30 days",
    "event_webhook_deliveries",
    async (tx, at) => {
      const { event } = await makeKind(tx);
      await tx.unsafe(
        `with hook as (
           insert into public.event_webhooks (id, event_id, url, kinds)
           values (gen_random_uuid(), '${event}', 'https://exemplo.org/', '{payment}') returning id)
         insert into public.event_webhook_deliveries (webhook_id, kind, body, created_at) select id, 'payment', '{}', ${at} from hook`,
      );
    },
  ],
];

/** Rules that need more than one row, tested below or in the tests of account erasures. */
const OTHERS = [
  "expired_tags",
  "attempt_counts",
  "wrong_pins",
  "mail_recipients",
  "limited_mails",
  "rejected_request_files",
  "sales",
  "erased_sellers",
  "pix_keys_of_erased_sellers",
];

const run = async (tx: Tx) => {
  await tx`reset role`;
  await tx`set local role service_role`;
  const rows = await tx<
    { rule: string; deleted: number; failed: string | null }[]
  >`select * from public.delete_expired_records()`;
  await tx`reset role`;
  expect(rows.filter(({ failed }) => failed)).toEqual([]);
  return Object.fromEntries(rows.map(({ rule, deleted }) => [rule, deleted]));
};
const countOf = async (tx: Tx, table: string) =>
  (await tx<{ n: number }[]>`select count(*)::int as n from ${tx(`public.${table}`)}`)[0]!.n;

describe("retention", () => {
  it("has a test for every rule", async () => {
    const rules = await sql<{ key: string }[]>`select key from private.retention_rules order by key`;
    expect(rules.map(({ key }) => key)).toEqual([...PROMISES.map(([rule]) => rule), ...OTHERS].toSorted());
  });

  it("recipients of an event that count or were paid stay; one that was replaced is kept 90 days from then", async () => {
    const left = await asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const add = async (status: string, days: number) => {
        const [row] = await tx.unsafe<{ id: string }[]>(recipient(event, status, `now() - interval '${days} days'`));
        return row!.id;
      };
      const paid = await add("rejected", 300);
      const { id } = await register(tx, type);
      await tx`
        insert into public.payments (subject_type, subject_id, method, amount_cents, provider, recipient_id)
        values ('registration', ${id}, 'pix', 100, 'pix', ${paid})`;
      const names = {
        [paid]: "paid",
        [await add("approved", 200)]: "replaced long ago",
        [await add("approved", 95)]: "replaced 80 days ago",
        [await add("rejected", 91)]: "rejected long ago",
        [await add("approved", 80)]: "replaced by one that waits",
        [await add("pending", 79)]: "waits",
      };
      expect((await run(tx)).unused_event_recipients).toBe(2);
      const rows = await tx<{ id: string }[]>`
        select id from public.event_recipients where event_id = ${event} order by position`;
      return rows.map((row) => names[row.id]);
    });
    expect(left).toEqual(["paid", "replaced 80 days ago", "replaced by one that waits", "waits"]);
  });

  it("times of mails to an address are deleted after two days, the numbers of limited mails after 90", async () => {
    const left = await asOwner(async (tx) => {
      await tx`
        insert into private.mail_recipients (address_hash, mail_group, touched_at)
        values (repeat('a', 64), 'mass', now() - interval '47 hours'), (repeat('b', 64), 'mass', now() - interval '49 hours')`;
      await tx`
        insert into private.limited_mails (on_date, mail_group) values (current_date - 89, 'mass'), (current_date - 92, 'mass')`;
      await run(tx);
      return tx`
        select (select count(*)::int from private.mail_recipients where mail_group = 'mass') as recipients,
          (select count(*)::int from private.limited_mails) as days`;
    });
    expect([...left]).toEqual([{ recipients: 1, days: 1 }]);
  });

  it("expired tags are deleted after a day, counted attempts an hour after their limit ended", async () => {
    const left = await asOwner(async (tx) => {
      await tx`delete from private.expired_tags`;
      await tx`delete from private.attempt_counts`;
      await tx`
        insert into private.expired_tags (tags, expired_at)
        values ('{regions}', now() - interval '23 hours'), ('{blog}', now() - interval '25 hours')`;
      await tx`
        insert into private.attempt_counts (key, attempts, resets_at)
        values ('mail:a', 1, now() - interval '59 minutes'), ('mail:b', 1, now() - interval '61 minutes')`;
      await run(tx);
      return tx`
        select (select array_agg(tags::text) from private.expired_tags) as tags, (select array_agg(key) from private.attempt_counts) as keys`;
    });
    expect([...left]).toEqual([{ tags: ["{regions}"], keys: ["mail:a"] }]);
  });

  it("wrong PINs are deleted after a day", async () => {
    const left = await asOwner(async (tx) => {
      await addOwnedPlace(tx);
      await tx`
        insert into private.wrong_pins (service_id, caller, at)
        values (${PLACE}, 'old', now() - interval '1 day 1 minute'), (${PLACE}, 'young', now() - interval '23 hours')`;
      await run(tx);
      return tx`select caller from private.wrong_pins where service_id = ${PLACE}`;
    });
    expect([...left]).toEqual([{ caller: "young" }]);
  });

  it.each(PROMISES)(
    "%s: a row is deleted after %s, one a minute younger stays, and a second run deletes nothing",
    async (rule, keep, table, insert) => {
      await asOwner(async (tx) => {
        await tx.unsafe(`delete from public.${table} where ${table === "sellers" ? "status = 'rejected'" : "true"}`);
        const before = await countOf(tx, table);
        await insert(tx, `now() - interval '${keep}' - interval '1 minute'`);
        await insert(tx, `now() - interval '${keep}' + interval '1 minute'`);
        expect((await run(tx))[rule]).toBe(1);
        expect(await countOf(tx, table)).toBe(before + 1);
        expect((await run(tx))[rule]).toBe(0);
      });
    },
  );

  it("deletes at most one batch, and the next run continues", async () => {
    await asOwner(async (tx) => {
      await tx`delete from public.access_logs`;
      await tx`insert into public.access_logs (event, created_at) select 'sign_in', now() - interval '1 year' from generate_series(1, 5)`;
      const deleted = async () =>
        (
          await tx<
            { deleted: number }[]
          >`select deleted from public.delete_expired_records(2) where rule = 'access_logs'`
        )[0]?.deleted;
      expect([await deleted(), await deleted(), await deleted(), await deleted()]).toEqual([2, 2, 1, 0]);
    });
  });

  it("page views are aggregated before they are deleted", async () => {
    const seen = await asOwner(async (tx) => {
      await tx`delete from public.page_view_daily`;
      await tx`delete from public.page_source_daily`;
      await tx`update private.page_view_rollup set until = '2000-01-01'`;
      await tx`insert into public.page_views (page_path, user_id, created_at) values ('/retention', ${ID_OF.user}, now() - interval '14 months')`;
      await run(tx);
      const [left] = await tx`select count(*)::int as rows from public.page_views where page_path = '/retention'`;
      const [sum] =
        await tx`select sum(views)::int as views from public.page_view_daily where page_path = '/retention'`;
      return { ...left, ...sum };
    });
    expect(seen).toEqual({ rows: 0, views: 1 });
  });

  it("the files of a rejected request are deleted 90 days after the decision, the request itself stays", async () => {
    const add = (tx: Tx, status: string, at: string, photo: string) =>
      tx.unsafe(`insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr, status, decided_at)
        values ('new', '{"name": "X", "photos": ["${photo}"]}', 'Ana', 'a@example.org', 'SC', '${status}', ${at})`);
    const seen = await asOwner(async (tx) => {
      await tx`delete from public.service_requests`;
      await add(tx, "rejected", "now() - interval '90 days 1 minute'", "gone.webp");
      await add(tx, "rejected", "now() - interval '90 days' + interval '1 minute'", "young.webp");
      await add(tx, "approved", "now() - interval '1 year'", "approved.webp");
      await run(tx);
      const photos = await tx<
        { name: string }[]
      >`select jsonb_array_elements_text(payload -> 'photos') as name from public.service_requests order by 1`;
      const queued = await tx<
        { name: string }[]
      >`select name from private.file_deletions where bucket = 'request-photos' order by 1`;
      return {
        rows: await countOf(tx, "service_requests"),
        photos: photos.map(({ name }) => name),
        queued: queued.map(({ name }) => name),
      };
    });
    expect(seen).toEqual({ rows: 3, photos: ["approved.webp", "young.webp"], queued: ["gone.webp"] });
  });

  it("a deleted request also deletes its files", async () => {
    const queued = await asOwner(async (tx) => {
      await tx`delete from private.file_deletions`;
      await tx`insert into public.service_requests (id, kind, payload, requester_name, requester_email, state_abbr) values ('10000000-0000-4000-8000-0000000000f1', 'new', '{"photos": ["a.webp", "b.webp"]}', 'Ana', 'a@example.org', 'SC')`;
      await tx`delete from public.service_requests where id = '10000000-0000-4000-8000-0000000000f1'`;
      return tx<{ name: string }[]>`select name from private.file_deletions order by 1`;
    });
    expect(queued.map(({ name }) => name)).toEqual(["a.webp", "b.webp"]);
  });

  it("photos without a request are queued after two days, and leave the queue after the file is deleted", async () => {
    const seen = await asOwner(async (tx) => {
      await tx`delete from private.file_deletions`;
      await tx`insert into storage.objects (bucket_id, name, created_at) values ('request-photos', 'old.webp', now() - interval '3 days'), ('request-photos', 'new.webp', now()), ('request-photos', 'kept.webp', now() - interval '3 days')`;
      await tx`insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr) values ('new', '{"photos": ["kept.webp"]}', 'Ana', 'a@example.org', 'SC')`;
      await tx`set local role service_role`;
      await tx`select public.queue_unattached_files()`;
      const queued = [...(await tx<{ name: string }[]>`select name from public.files_to_delete()`)].map(
        ({ name }) => name,
      );
      const [early] = await tx`select public.forget_deleted_files('request-photos', ${queued}) as n`;
      await tx`reset role`;
      await tx`delete from storage.objects where name = 'old.webp'`;
      const [late] = await tx`select public.forget_deleted_files('request-photos', ${queued}) as n`;
      return { queued, early: early!.n as number, late: late!.n as number };
    });
    expect(seen).toEqual({ queued: ["old.webp"], early: 0, late: 1 });
  });

  it("a sale is deleted with its payment, commission, banner and files five years after the end of its last year", async () => {
    const seen = await asOwner(async (tx) => {
      await tx`delete from private.file_deletions`;
      await tx`delete from public.ads`;
      const [year] = await tx<
        { now: number }[]
      >`select extract(year from now() at time zone 'America/Sao_Paulo')::int as now`;
      const endsOn = async (day: string) => {
        const sale = await makeSale(tx);
        await tx`insert into public.commissions (sale_id, seller_id, amount_cents) values (${sale.id}, ${sale.seller}, 100)`;
        const [payment] = await tx<
          { id: string }[]
        >`insert into public.payments (subject_type, subject_id, method, amount_cents, provider, status, paid_at, receipt_path) values ('sale', ${sale.id}, 'pix', 100, 'pix', 'paid', now(), ${`${sale.id}.png`}) returning id`;
        await tx`update public.sales set payment_status = 'paid', payment_id = ${payment!.id}, paid_at = ${day}, created_at = ${day}, start_date = ${day}::date - 30, end_date = ${day} where id = ${sale.id}`;
        return sale.id;
      };
      const [old, young] = [await endsOn(`${year!.now - 6}-12-31`), await endsOn(`${year!.now - 5}-01-01`)];
      expect((await run(tx)).sales).toBe(1);
      const rows = async (table: string, column: string) =>
        (await tx`select from ${tx(`public.${table}`)} where ${tx(column)} = ${old}`).count;
      const [kept] =
        await tx`select (select count(*)::int from public.sales where id = ${young}) as sales, (select count(*)::int from public.payments where subject_id = ${young}) as payments, (select count(*)::int from public.commissions where sale_id = ${young}) as commissions`;
      const queued = await tx<{ bucket: string }[]>`select bucket from private.file_deletions order by 1`;
      return {
        gone: [
          await rows("sales", "id"),
          await rows("payments", "subject_id"),
          await rows("commissions", "sale_id"),
          await rows("ads", "sale_id"),
        ],
        kept: { ...kept },
        queued: queued.map(({ bucket }) => bucket),
      };
    });
    expect(seen).toEqual({
      gone: [0, 0, 0, 0],
      kept: { sales: 1, payments: 1, commissions: 1 },
      queued: ["payment-receipts", "sales-assets", "sales-assets"],
    });
  });

  it("an erased seller is deleted with the last sale", async () => {
    const left = await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      await tx`update public.sellers set erased_at = now() - interval '1 day' where id = ${sale.seller}`;
      const count = async () => (await tx`select from public.sellers where id = ${sale.seller}`).count;
      await run(tx);
      const before = await count();
      await tx`delete from public.ads where sale_id = ${sale.id}`;
      await tx`delete from public.sales where seller_id = ${sale.seller}`;
      await run(tx);
      return [before, await count()];
    });
    expect(left).toEqual([1, 0]);
  });

  it("the clean-up button uses the same rules", async () => {
    const seen = await asRole(
      "superadministrador",
      async (tx) => {
        await tx`delete from public.access_logs`;
        await tx`insert into public.access_logs (event, created_at) values ('sign_in', now() - interval '6 months 1 minute'), ('sign_in', now() - interval '5 months')`;
      },
      async (tx) => {
        const lines = (await tx<{ line: string }[]>`select public.preview_repair('old_records') as line`).map(
          ({ line }) => line,
        );
        await tx`select public.run_repair('old_records')`;
        return { lines, left: (await tx`select public.preview_repair('old_records')`).count };
      },
    );
    expect(seen).toEqual({ lines: ["access_logs 1"], left: 0 });
  });

  it.each(ACTORS)("is refused for %s", async (actor) => {
    for (const call of [
      "delete_expired_records()",
      "files_to_delete()",
      "forget_deleted_files('a', '{}')",
      "queue_unattached_files()",
    ]) {
      await expect(asRole(actor, (tx) => tx.unsafe(`select public.${call}`))).rejects.toMatchObject({
        code: "42501",
      });
    }
  });
});
