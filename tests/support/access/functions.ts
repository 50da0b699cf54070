import type { TransactionSql } from "postgres";
import { ACCOUNTS, ACTORS, ADMINS_UP, EDITORS_UP, ID_OF, MAIN_ADMINS_UP } from "../../database/actors";
import { addAd } from "../../database/commerce/ad-rows";
import { makeSale } from "../../database/commerce/money";
import { addSeller } from "../../database/commerce/sale-support";
import { addOwnedPlace, addPlan, PLACE } from "../../database/partners/place-rows";
import { makeKind, register } from "../../database/events/registration-support";
import { addEntrant, addMeeting } from "../../database/events/certificate-rows";
import { addRally, addTap, CONTROL, CREW, RALLY_EVENT, RULES, STAGE, TAP } from "../../database/events/rally-rows";
import { addVehicle, VEHICLE } from "../../database/garage/vehicle-support";
import type { Line } from "./expected";

export type FunctionLine = Line & {
  /** Arguments as SQL; without it, every argument is null. `$row` is the id that `arrange` returns. */
  args?: string;
  /** Prepares rows as the owner; returns the id of the row for the call. */
  arrange?: (tx: TransactionSql) => Promise<string>;
  /** For functions that filter instead of refusing: no row with this condition in the result means refused. */
  rows?: string;
  /** For functions that do not distinguish a refusal from a missing row: the message or result for both. */
  refusal?: string;
};

/** The condition of a function that answers an outcome. */
const SAVED = "answer ->> 'outcome' = 'saved'";

async function addEntered(tx: TransactionSql): Promise<string> {
  const meeting = await addMeeting(tx);
  await addEntrant(tx, meeting);
  return meeting.event;
}

async function addFailedAttempt(tx: TransactionSql): Promise<string> {
  await tx`insert into public.failed_attempts (subject, address_hash) values ('vote', ${"a".repeat(64)})`;
  return "";
}

async function addSearchMiss(tx: TransactionSql): Promise<string> {
  await tx`insert into public.search_misses (day, words, locale) values ('2020-01-01', 'tabela de acesso', 'pt-BR')`;
  return "";
}

/** An event of `user`, for which `vendedor` is at the gate, with an invitation, a picture, a sponsor, a token of the API, and a webhook with a sent delivery; returns the id of one of them. */
type EventRow =
  | "event"
  | "invitation"
  | "token"
  | "webhook"
  | "delivery"
  | "recipient"
  | "payment"
  | "picture"
  | "sponsor";
const addEventRow = (row: EventRow) => async (tx: TransactionSql) => {
  const { event, type } = await makeKind(tx as never);
  await tx`update public.events set organizer_id = ${ID_OF.user} where id = ${event}`;
  await tx`insert into public.event_members (event_id, account_id, role) values (${event}, ${ID_OF.vendedor}, 'gate')`;
  const [invitation] = await tx<{ id: string }[]>`
    insert into public.event_invitations (id, event_id, email, role, token_hash)
    values (gen_random_uuid(), ${event}, 'nova@example.org', 'gate', private.token_hash('convite')) returning id`;
  const [token] = await tx<{ id: string }[]>`
    insert into public.event_api_tokens (event_id, name, token_hash, registration_columns, expires_at)
    values (${event}, 'Planilha', private.token_hash('api'), '{code}', now() + interval '1 day') returning id`;
  const [webhook] = await tx<{ id: string }[]>`
    insert into public.event_webhooks (id, event_id, url, kinds, secret_hash)
    values (gen_random_uuid(), ${event}, 'https://exemplo.org/aviso', '{payment}', private.token_hash('webhook')) returning id`;
  const [delivery] = await tx<{ id: string }[]>`
    insert into public.event_webhook_deliveries (webhook_id, kind, body, status)
    values (${webhook!.id}, 'payment', '{}', 'failed') returning id`;
  const [recipient] = await tx<{ id: string }[]>`
    insert into public.event_recipients (event_id, kind, pix_key_type, pix_key, name, city)
    values (${event}, 'pix', 'email', 'clube@example.org', 'Clube', 'Lages') returning id`;
  const [payment] = await tx<{ id: string }[]>`
    with person as (
      insert into public.event_registrations (code, event_id, type_id, full_name, email, status, price_cents, held_until)
      values (private.new_registration_code(), ${event}, ${type}, 'Ana', 'ana@example.org', 'awaiting_payment', 5000,
        now() + interval '1 day') returning id
    )
    insert into public.payments (subject_type, subject_id, method, provider, amount_cents, recipient_id, receipt_path)
    select 'registration', person.id, 'pix', 'pix', 5000, ${recipient!.id}, 'x' from person returning id`;
  const [picture] = await tx<{ id: string }[]>`
    insert into public.event_media (event_id, kind, path) values (${event}, 'gallery', '2026-11/a.webp') returning id`;
  const [sponsor] = await tx<{ id: string }[]>`
    insert into public.event_sponsors (event_id, name) values (${event}, 'Oficina') returning id`;
  return {
    event,
    picture: picture!.id,
    sponsor: sponsor!.id,
    invitation: invitation!.id,
    token: token!.id,
    webhook: webhook!.id,
    delivery: delivery!.id,
    recipient: recipient!.id,
    payment: payment!.id,
  }[row];
};

type RallyRow = "event" | "stage" | "control" | "crew" | "tap";
/** A rally of `user`, who drives in it, with `vendedor` as marshal; returns the id of one of its rows. */
const addRallyRow = (row: RallyRow) => async (tx: TransactionSql) => {
  await addRally(tx);
  if (row === "tap") await addTap(tx);
  return { event: RALLY_EVENT, stage: STAGE, control: CONTROL.open, crew: CREW, tap: TAP }[row];
};

/** A place of `user` with staff, a proposed change, a message and an invitation; returns the id of one of them. */
const addPlaceRow = (row: "place" | "change" | "message" | "invitation") => async (tx: TransactionSql) => {
  await addOwnedPlace(tx);
  const [change] = await tx<{ id: string }[]>`
    insert into public.service_requests (kind, payload, service_id, requester_name, requester_email, state_abbr, is_from_place)
    values ('correction', '{"name": "Outra"}', ${PLACE}, 'Ana', 'ana@example.org', 'SC', true) returning id`;
  const [message] = await tx<{ id: string }[]>`
    insert into public.service_messages (service_id, name, email, body) values (${PLACE}, 'Ana', 'ana@example.org', 'Abre?') returning id`;
  const [invitation] = await tx<{ id: string }[]>`
    insert into public.service_invitations (id, service_id, email, token_hash)
    values (gen_random_uuid(), ${PLACE}, 'nova@example.org', private.token_hash('convite')) returning id`;
  return { place: PLACE, change: change!.id, message: message!.id, invitation: invitation!.id }[row];
};
async function addPlace(tx: TransactionSql): Promise<string> {
  await addOwnedPlace(tx);
  return PLACE;
}

async function addPlanOrder(tx: TransactionSql): Promise<string> {
  await addOwnedPlace(tx);
  return addPlan(tx);
}

async function addPin(tx: TransactionSql): Promise<string> {
  await addOwnedPlace(tx);
  await tx`insert into private.place_pins (service_id, pin_hash) values (${PLACE}, ${"a".repeat(64)})`;
  return PLACE;
}

/** A checklist of a car of `user`; returns its id. */
async function addOwnChecklist(tx: TransactionSql): Promise<string> {
  await addVehicle(tx);
  const [row] = await tx<{ id: string }[]>`
    insert into public.vehicle_checklists (id, vehicle_id, owner_id, kind, title)
    values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'daily', 'Diário') returning id`;
  return row!.id;
}

async function addRunPlace(tx: TransactionSql): Promise<string> {
  await addOwnedPlace(tx);
  return PLACE;
}

/** What the form of a voucher sends. */
const OFFER = JSON.stringify({
  title: "Café",
  benefit_type: "gift",
  valid_from: "2026-01-01",
  valid_until: "2027-12-31",
  per_person_limit: 1,
});

/** The accounts of the table; other test files create more in the same database. */
const ACCOUNT_IDS = Object.values(ID_OF);

const everyActor: FunctionLine = { can: ACTORS };
const accounts: FunctionLine = { can: ACCOUNTS };
/** Functions that answer with what RLS lets the caller read: nothing while the second factor is pending. */
const ownRows: FunctionLine = { can: ACCOUNTS, canWhilePending: ACCOUNTS };
const editors: FunctionLine = { can: EDITORS_UP };
const admins: FunctionLine = { can: ADMINS_UP };
const mainAdmins: FunctionLine = { can: MAIN_ADMINS_UP };

const placePeople: FunctionLine = { can: ["user", "vendedor"], arrange: addPlaceRow("place"), args: "$row" };
const placeOwner: FunctionLine = { can: ["user"], arrange: addPlaceRow("place"), args: "$row" };
const ownerAndTeam: FunctionLine = { can: ["user", ...EDITORS_UP], arrange: addPlaceRow("place"), args: "$row" };

const eventPeople: FunctionLine = { can: ["user", "vendedor"], arrange: addEventRow("event"), args: "$row" };
const eventOwner: FunctionLine = { can: ["user"], arrange: addEventRow("event"), args: "$row" };
const ownerAndManagers: FunctionLine = { can: ["user", ...EDITORS_UP], arrange: addEventRow("event"), args: "$row" };

const pictureEditors = (args: string): FunctionLine => ({
  can: ["user", ...EDITORS_UP],
  arrange: addEventRow("picture"),
  args,
});

const rallyEditors = (args: string, row: RallyRow = "event"): FunctionLine => ({
  can: ["user", ...EDITORS_UP],
  arrange: addRallyRow(row),
  args,
});
const rallyMarshals = (args: string, row: RallyRow = "event"): FunctionLine => ({
  can: ["user", "vendedor", ...EDITORS_UP],
  arrange: addRallyRow(row),
  args,
});

const USER = `'${ID_OF.user}'`;
const PLACES = ["00000000-0000-4000-8000-0000000000e1", "00000000-0000-4000-8000-0000000000e2"] as const;

/** Two similar published places. */
async function addTwins(tx: TransactionSql): Promise<string> {
  for (const [index, id] of PLACES.entries()) {
    await tx`
      insert into public.services (id, name, slug, state_abbr, city_ibge, category_key, status)
      values (${id}, 'Oficina da tabela de acesso', ${`oficina-da-tabela-${index}`}, 'SC', 4202404, 'museum', 'published')`;
  }
  return PLACES[0];
}

/** A registration for an event; returns the id of the event. */
async function addRegistration(tx: TransactionSql): Promise<string> {
  const { event, type } = await makeKind(tx);
  await register(tx, type);
  return event;
}

/** An application for a trip panel of every account. */
async function addPanelRequests(tx: TransactionSql): Promise<string> {
  await tx`
    insert into public.trip_panel_requests (user_id, name, email, delivery_kind, origin, destination)
    select id, 'Ana', 'ana@example.org', 'digital', 'Lages', 'Urubici' from unnest(${ACCOUNT_IDS}::uuid[]) as id`;
  return "";
}

/** A registration of every account that waits for its payment. */
async function addOpenRegistrations(tx: TransactionSql): Promise<string> {
  const { event, type } = await makeKind(tx, { price: 5000 });
  await tx`
    insert into public.event_registrations (code, event_id, type_id, user_id, full_name, email, status, price_cents, held_until)
    select translate(upper(substr(md5(id::text), 1, 8)), '01', 'XY'), ${event}, ${type}, id, 'Ana', id || '@example.org', 'awaiting_payment', 5000, now() + interval '1 hour'
    from unnest(${ACCOUNT_IDS}::uuid[]) as id`;
  return "";
}

/** A message with one recipient; returns the id of its event. */
async function addEventMessage(tx: TransactionSql): Promise<string> {
  const event = await addRegistration(tx);
  const [message] = await tx<{ id: string }[]>`
    insert into public.event_messages (id, event_id, channel, subject, body)
    values (gen_random_uuid(), ${event}, 'mail', 'a', 'b') returning id`;
  await tx`insert into public.event_message_recipients (message_id, registration_id)
    select ${message!.id}, id from public.event_registrations where event_id = ${event}`;
  return event;
}

const verifyEverybody = async (tx: TransactionSql) => {
  await tx`update public.profiles set email_verified_at = now() where id = any(${ACCOUNT_IDS}::uuid[])`;
  return "";
};

async function addNotices(tx: TransactionSql): Promise<string> {
  await tx`insert into public.notifications (user_id, title, body) select id, 'Aviso', 'Texto' from unnest(${ACCOUNT_IDS}::uuid[]) as id`;
  return "";
}

async function addFavourites(tx: TransactionSql): Promise<string> {
  await tx`insert into public.search_documents (kind, entity_id, title, path) values ('club', 'saved', 'Clube', '/sc/clubes-parceiros#saved')`;
  await tx`insert into public.favourites (account_id, kind, entity_id) select id, 'club', 'saved' from unnest(${ACCOUNT_IDS}::uuid[]) as id`;
  return "";
}

/** A short link of an event; returns the id of the event. */
async function addEventLink(tx: TransactionSql): Promise<string> {
  const { event } = await makeKind(tx);
  await tx`insert into public.event_links (event_id, audience) values (${event}, 'clubs')`;
  return event;
}

async function addStamps(tx: TransactionSql): Promise<string> {
  await tx`
    insert into public.passport_stamps (account_id, city_ibge, state_abbr, distance_m, accuracy_m, stamped_at, client_id)
    select id, 4205407, 'SC', 0, 0, now() - interval '1 day', gen_random_uuid() from unnest(${ACCOUNT_IDS}::uuid[]) as id`;
  return "";
}

/** A car with a reminder of every account. */
async function addCars(tx: TransactionSql): Promise<string> {
  await tx`insert into public.vehicles (id, owner_id, nickname) select gen_random_uuid(), id, 'Opala' from unnest(${ACCOUNT_IDS}::uuid[]) as id`;
  await tx`
    insert into public.maintenance_reminders (id, vehicle_id, owner_id, title, metric, interval_months)
    select gen_random_uuid(), id, owner_id, 'Óleo', 'date', 6 from public.vehicles`;
  return "";
}

/** A convoy with every account as member, led by the one with the lowest id. */
async function addConvoy(tx: TransactionSql): Promise<string> {
  const [convoy] = await tx<{ id: string }[]>`
    insert into public.convoys (code, name, leader_id, ends_at)
    select 'ABCDEFGH', 'Serra', min(id::text)::uuid, now() + interval '1 hour' from unnest(${ACCOUNT_IDS}::uuid[]) as id returning id`;
  await tx`insert into public.convoy_members (convoy_id, account_id, name) select ${convoy!.id}, id, 'Ana' from unnest(${ACCOUNT_IDS}::uuid[]) as id`;
  return convoy!.id;
}

/** Two leads with the same telephone; returns the id of one. */
async function addTwinLeads(tx: TransactionSql): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into public.event_leads (kind, name, phone) values ('club', 'Clube', '48 99999-0000'), ('club', 'Clube outra vez', '+55 48 99999-0000') returning id`;
  return row!.id;
}

async function addPublishedEvent(tx: TransactionSql): Promise<string> {
  await tx`
    insert into public.events (slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, status)
    values ('evento-da-tabela', 'Evento', 'Clube', 'SC', 4205407, 'Florianópolis', now(), now() + interval '1 day', 'published')`;
  return "";
}

async function addEvent(tx: TransactionSql): Promise<string> {
  return (await makeKind(tx)).event;
}

/** A club with a member who does not run it; returns the id of the club. */
async function addClubWithMember(tx: TransactionSql): Promise<string> {
  const [club] = await tx<{ id: string }[]>`
    insert into public.clubs (name, slug, state_abbr, city_ibge, status)
    values ('Clube da tabela de acesso', 'clube-da-tabela-de-acesso', 'SC', 4202404, 'draft') returning id`;
  await tx`insert into public.club_members (club_id, user_id, role) values (${club!.id}, ${ID_OF.user}, 'member')`;
  return club!.id;
}

async function addErasures(tx: TransactionSql): Promise<string> {
  await tx`insert into public.account_erasures (user_id, due_at) select id, now() + interval '7 days' from unnest(${ACCOUNT_IDS}::uuid[]) as id`;
  return "";
}

async function addPendingReview(tx: TransactionSql): Promise<string> {
  await tx`insert into public.app_reviews (rating, topic, text, status) values (5, 'other', 'Bom', 'pending')`;
  return "";
}

async function addSignature(tx: TransactionSql): Promise<string> {
  await tx`insert into storage.objects (bucket_id, name) values ('sales-assets', 'nobody/1_seller.png')`;
  return "";
}

async function addAdDay(tx: TransactionSql): Promise<string> {
  const { id } = await addAd(tx);
  await tx`insert into public.ad_daily_stats (ad_id, day, placement, impressions, clicks) select ${id}, current_date, key, 1, 0 from public.ad_placements limit 1`;
  return id;
}

async function addReport(tx: TransactionSql): Promise<string> {
  const id = await addTwins(tx);
  await tx`insert into public.reports (subject_type, subject_id, reason) values ('service', ${id}, 'wrong')`;
  return id;
}

const addAudit = (entity: string) => async (tx: TransactionSql) => {
  await tx`insert into public.audit_log (action, entity, entity_id, after) values ('update', ${entity}, ${ID_OF.user}, '{"name": "x"}')`;
  return ID_OF.user;
};

const addPayer = async (tx: TransactionSql) => (await register(tx, (await makeKind(tx)).type)).id;
const addOwnSale = async (tx: TransactionSql) => (await makeSale(tx)).id;
const toll = `'{"name": "P", "road": "BR-101", "state_abbr": "SC", "status": "draft"}'::jsonb`;

/** All functions of schema `public` that API roles may execute. */
export const FUNCTIONS: Record<string, FunctionLine> = {
  // Public reads and forms.
  app_rating: everyActor,
  count_services: everyActor,
  count_map_places: everyActor,
  find_map_places: everyActor,
  map_place_rows: everyActor,
  map_places_near: everyActor,
  decide_approval: everyActor,
  note_opened_link: everyActor,
  open_payment: everyActor,
  passport_share_state: everyActor,
  placement_audience: everyActor,
  posts_tagged: everyActor,
  published_app_reviews: everyActor,
  read_ad_report: everyActor,
  read_approval: everyActor,
  read_publish_link: everyActor,
  read_payment_page: everyActor,
  request_status: everyActor,
  running_ads: everyActor,
  search_portal: everyActor,
  shared_passport: everyActor,
  sponsored_places: everyActor,
  takes_messages: everyActor,
  submit_ad_lead: everyActor,
  submit_app_review: everyActor,
  submit_report: everyActor,
  submit_service_request: everyActor,
  submit_takedown_request: everyActor,
  submit_trip_panel_request: everyActor,
  verify_contract: everyActor,

  // The caller's own data.
  acknowledge_legal: accounts,
  apply_as_seller: { ...accounts, arrange: verifyEverybody, args: "'{}'" },
  cancel_account_erasure: { ...accounts, arrange: addErasures, rows: SAVED },
  cancel_sale: {
    can: ["vendedor", ...MAIN_ADMINS_UP],
    arrange: addOwnSale,
    args: "$row, 'x'",
    refusal: "gone",
  },
  count_recovery_codes: { ...accounts, rows: "answer is not null" },
  count_unread: { ...accounts, arrange: addNotices, rows: "answer > 0" },
  issue_link: {
    can: ["vendedor", ...MAIN_ADMINS_UP],
    arrange: addOwnSale,
    args: "'payment', $row, 1, repeat('a', 64)",
  },
  commission_rates: {
    can: ["vendedor", ...MAIN_ADMINS_UP],
    arrange: (tx) => addSeller(tx, "vendedor"),
    args: "array[$row]",
    rows: "true",
  },
  create_sale: { can: ["vendedor"], arrange: addOwnSale, args: "'{}'" },
  current_account: { ...accounts, rows: "id is not null", canWhilePending: ACCOUNTS },
  end_own_session: { ...accounts, args: "(select id from public.list_own_sessions() limit 1)", refusal: "gone" },
  has_recent_proof: { ...accounts, rows: "answer" },
  list_own_sessions: { ...accounts, rows: "true" },
  session_proves_mail: { ...accounts, rows: "answer is not null" },
  new_legal_versions: { ...accounts, rows: "true" },
  own_proof_method: { ...accounts, rows: "answer is not null" },
  request_account_erasure: accounts,
  // Places with owners: `user` owns one and `vendedor` works for it.
  list_own_places: { ...placePeople, args: "", rows: "true" },
  read_own_place: { ...placePeople, rows: "answer is not null" },
  place_visits: { ...placePeople, rows: "answer is not null" },
  save_own_place: { ...placePeople, args: "$row, now(), '{}'" },
  propose_place_change: { ...placePeople, args: `$row, null, '{"name": "x"}', 'pt-BR'` },
  withdraw_place_change: { ...placePeople, arrange: addPlaceRow("change") },
  answer_service_message: { ...placePeople, arrange: addPlaceRow("message"), args: "$row, 'Sim'" },
  set_message_done: { ...placePeople, arrange: addPlaceRow("message"), args: "$row, true" },
  // Events with people: `user` owns one and `vendedor` is at its gate; event managers of the team have every right.
  list_own_events: { ...eventPeople, args: "", rows: "answer <> '[]'" },
  read_own_event: { ...eventPeople, rows: "answer is not null" },
  works_for_events: { ...eventPeople, args: "", rows: "answer" },
  may_in_event: { ...ownerAndManagers, args: "$row, 'team'", rows: "answer" },
  event_people: ownerAndManagers,
  event_figures: ownerAndManagers,
  event_payments: ownerAndManagers,
  note_event_export: { ...ownerAndManagers, args: "$row, 'csv', ''" },
  invite_event_member: {
    ...ownerAndManagers,
    args: "$row, 'x@example.org', 'gate', null, gen_random_uuid(), repeat('a', 64)",
  },
  revoke_event_invitation: { ...ownerAndManagers, arrange: addEventRow("invitation") },
  set_event_member: { ...ownerAndManagers, args: `$row, '${ID_OF.vendedor}', 'press'` },
  remove_event_member: {
    can: ["user", "vendedor", ...EDITORS_UP],
    arrange: addEventRow("event"),
    args: `$row, '${ID_OF.vendedor}'`,
  },
  add_event_pictures: { ...ownerAndManagers, args: "$row, '[]', 'Ana', true" },
  set_event_picture: pictureEditors(`$row, '{"title": "Praça", "credit": "Ana"}'`),
  move_event_picture: pictureEditors("$row, 1"),
  remove_event_picture: pictureEditors("$row"),
  set_event_sponsor: { ...ownerAndManagers, args: `$row, '{"name": "Oficina"}'` },
  remove_event_sponsor: { can: ["user", ...EDITORS_UP], arrange: addEventRow("sponsor"), args: "$row" },
  event_vote_result: { ...ownerAndManagers, rows: "answer is not null" },
  publish_vote_result: { ...ownerAndManagers, args: "$row, true" },
  event_editions: ownerAndManagers,
  link_edition: { ...ownerAndManagers, args: "$row, $row" },
  unlink_edition: ownerAndManagers,
  event_collecting: { can: ACTORS, arrange: addEventRow("event"), args: "$row", rows: "answer is not null" },
  event_recipients_of: ownerAndManagers,
  event_money: ownerAndManagers,
  event_statement: ownerAndManagers,
  event_payouts_of: { can: ["user", ...MAIN_ADMINS_UP], arrange: addEventRow("event"), args: "$row" },
  event_fee_of: { can: ["user", ...MAIN_ADMINS_UP], arrange: addEventRow("event"), args: "$row" },
  list_event_payouts: { ...mainAdmins, args: "true" },
  record_event_payout: { ...mainAdmins, args: "gen_random_uuid(), gen_random_uuid(), 1, current_date - 1, 'x', 'x'" },
  cancel_event_payout: { ...mainAdmins, args: "gen_random_uuid(), 'x'" },
  create_fee_invoice: { ...mainAdmins, args: "gen_random_uuid(), current_date" },
  set_fee_invoice_status: { ...mainAdmins, args: "gen_random_uuid(), 'cancelled', null, 'x'" },
  // Only people of the event act for its money; managers of the team are refused.
  set_event_recipient: {
    ...eventOwner,
    args: "$row, 'pix', 'email', 'caixa@example.org', 'Clube', 'Lages'",
  },
  connect_stripe_account: eventOwner,
  withdraw_event_recipient: { ...eventOwner, arrange: addEventRow("recipient") },
  confirm_event_pix: {
    ...eventOwner,
    arrange: addEventRow("payment"),
    args: "$row, 5000, (now() at time zone 'America/Sao_Paulo')::date",
  },
  undo_event_pix: { ...eventOwner, arrange: addEventRow("payment"), args: "$row, 'engano'" },
  refuse_event_receipt: { ...eventOwner, arrange: addEventRow("payment"), args: "$row, 'engano'" },
  record_event_refund: {
    ...eventOwner,
    arrange: addEventRow("payment"),
    args: "$row, 1, (now() at time zone 'America/Sao_Paulo')::date, 'x'",
  },
  request_event_refund: { ...eventOwner, arrange: addEventRow("payment"), args: "$row, 1, 5000" },
  event_receipt_path: { ...eventOwner, arrange: addEventRow("payment"), rows: "answer is not null" },
  decide_event_recipient: { ...mainAdmins, args: "gen_random_uuid(), 'approve'" },
  list_event_recipients: { ...mainAdmins, args: "true" },
  // Rallies: `user` owns one and drives in it, `vendedor` is a marshal.
  rally_console: { ...rallyMarshals("$row"), rows: "answer is not null" },
  save_rally: { ...ownerAndManagers, args: `$row, '${JSON.stringify(RULES)}'` },
  save_rally_stage: rallyEditors(`$row, '{"name": "Etapa 2", "starts_at": "2027-01-01T10:00:00Z"}'`),
  save_rally_section: rallyEditors(`$row, '{"kind": "regularity", "metres": 1000, "average_kmh": 40}'`, "stage"),
  save_rally_control: rallyEditors(`$row, '{"kind": "secret", "metres": 4000}'`, "stage"),
  delete_rally_part: rallyEditors("'control', $row", "control"),
  finish_rally_stage: rallyEditors("$row, true", "stage"),
  draw_rally_order: rallyEditors("$row"),
  set_rally_crew: rallyEditors(`$row, '{"number": 7}'`, "crew"),
  set_rally_published: rallyEditors("$row, 'results', true"),
  tap_rally_pass: rallyMarshals(`gen_random_uuid(), '${CONTROL.open}', $row, now()`, "crew"),
  remove_rally_pass: rallyMarshals("$row", "tap"),
  read_own_rally: { can: ["user"], arrange: addRallyRow("event"), args: "$row", rows: "answer is not null" },
  send_rally_positions: {
    can: ["user"],
    arrange: addRallyRow("stage"),
    args: "$row, 0, jsonb_build_array(jsonb_build_array((extract(epoch from now()) * 1000)::bigint, -27.6, -48.5))",
    refusal: "gone",
  },
  rally_standings: { can: ACTORS, args: "gen_random_uuid()" },
  event_integrations: ownerAndManagers,
  create_event_api_token: {
    ...ownerAndManagers,
    args: "$row, 'Planilha', '{code}', '{}', now() + interval '1 day', repeat('a', 64)",
  },
  revoke_event_api_token: { ...ownerAndManagers, arrange: addEventRow("token") },
  add_event_webhook: {
    ...ownerAndManagers,
    args: "gen_random_uuid(), $row, 'https://exemplo.org/aviso', '{check_in}', repeat('a', 64)",
  },
  set_event_webhook_paused: { ...ownerAndManagers, arrange: addEventRow("webhook"), args: "$row, true" },
  delete_event_webhook: { ...ownerAndManagers, arrange: addEventRow("webhook") },
  test_event_webhook: { ...ownerAndManagers, arrange: addEventRow("webhook") },
  resend_webhook_delivery: { ...ownerAndManagers, arrange: addEventRow("delivery") },
  read_event_invitation: { ...accounts, arrange: addEventRow("event"), args: "'convite'", rows: "answer is not null" },
  accept_event_invitation: { ...accounts, arrange: addEventRow("event"), args: "'convite'" },
  invite_place_staff: { ...placeOwner, args: "$row, 'x@example.org', gen_random_uuid(), repeat('a', 64)" },
  revoke_place_invitation: { ...ownerAndTeam, arrange: addPlaceRow("invitation") },
  remove_place_member: { ...ownerAndTeam, args: `$row, '${ID_OF.vendedor}'` },
  place_people: ownerAndTeam,
  set_place_member: { ...editors, arrange: addPlaceRow("place"), args: "$row, 'x@example.org', 'staff'" },
  read_place_invitation: { ...accounts, arrange: addPlaceRow("place"), args: "'convite'", rows: "answer is not null" },
  accept_place_invitation: { ...accounts, arrange: addPlaceRow("place"), args: "'convite'" },
  leave_place: accounts,
  read_place_plans: { ...placeOwner, rows: "answer is not null" },
  order_service_plan: { ...placeOwner, args: "$row, gen_random_uuid(), gen_random_uuid()" },
  read_plan_order: { ...placeOwner, arrange: addPlanOrder, rows: "answer is not null" },
  open_plan_payment: { ...placeOwner, arrange: addPlanOrder, args: "$row, 'pix'", refusal: "sale_missing" },
  list_favourites: { ...accounts, arrange: addFavourites, rows: "answer.kind = 'club'" },
  create_convoy: { ...accounts, args: "'Serra', now() + interval '1 hour', 'Ana', 'Opala'" },
  join_convoy: { ...accounts, arrange: addConvoy, args: "'ABCDEFGH', 'Ana', 'Opala'", rows: SAVED },
  list_convoys: { ...accounts, arrange: addConvoy, rows: "answer::text like '%ABCDEFGH%'" },
  read_convoy: { ...accounts, arrange: addConvoy, args: "'ABCDEFGH'", rows: "answer is not null" },
  report_to_convoy: { ...accounts, arrange: addConvoy, args: "'ABCDEFGH', 'help', null, false", rows: SAVED },
  // convoys.test.ts tests who leads a convoy.
  change_convoy: { ...accounts, args: "'ABCDEFGH', '{}'" },
  leave_convoy: { ...accounts, args: "'ABCDEFGH', gen_random_uuid()" },
  // The token of the guest decides, not the account; convoys.test.ts tests it.
  read_convoy_as_guest: everyActor,
  report_as_convoy_guest: everyActor,
  leave_convoy_as_guest: everyActor,
  save_device: accounts,
  passport_progress: { ...accounts, arrange: addStamps, rows: "answer.cities = 1" },
  share_passport: { ...accounts, args: "'Maria'" },
  stamp_passport: { ...accounts, args: "gen_random_uuid(), 'city', '4205407', -27.6, -48.5, 10, now()" },
  unshare_passport: accounts,
  save_favourites: { ...accounts, args: "'[]'" },
  // Trips: others get the refusal as an answer, which trips.test.ts tests for each actor.
  save_trip: accounts,
  set_trip_deleted: accounts,
  share_trip: accounts,
  revoke_trip_share: accounts,
  // vehicles.test.ts tests who edits a car.
  read_vehicle_log: ownRows,
  save_vehicle_entry: accounts,
  // vehicle-log.test.ts tests whose cars these read.
  recent_vehicle_entries: { ...ownRows, args: "6" },
  vehicle_entry_years: { ...ownRows, args: "gen_random_uuid(), 'all'" },
  set_vehicle_entry_deleted: accounts,
  replace_odometer: accounts,
  delete_vehicle: accounts,
  // maintenance-reminders.test.ts tests who reads and edits reminders.
  list_maintenance_reminders: {
    ...accounts,
    arrange: addCars,
    args: "(select array_agg(id) from public.vehicles)",
    rows: "true",
  },
  complete_maintenance_reminder: accounts,
  undo_maintenance_reminder: accounts,
  reminder_queue: { can: ADMINS_UP, rows: "answer is not null" },
  retry_reminder_sending: { can: ADMINS_UP },
  // vehicle-sharing.test.ts and vehicle-handovers.test.ts test whose cars these show and change.
  invite_vehicle_member: accounts,
  revoke_vehicle_invitation: accounts,
  accept_vehicle_invitation: accounts,
  set_vehicle_member_role: accounts,
  remove_vehicle_member: accounts,
  list_vehicle_members: ownRows,
  list_shared_vehicles: ownRows,
  add_sale_link: accounts,
  change_sale_link: accounts,
  revoke_sale_link: accounts,
  handover_counts: accounts,
  offer_vehicle: accounts,
  withdraw_vehicle_offer: accounts,
  decide_vehicle_offer: accounts,
  // vehicle-checklists.test.ts tests who edits a car.
  save_vehicle_checklist: accounts,
  get_vehicle_checklist: { can: ["user"], arrange: addOwnChecklist, args: "$row", rows: "answer is not null" },
  reopen_vehicle_checklist: accounts,
  set_vehicle_checklist_deleted: accounts,
  save_vehicle_task: accounts,
  finish_vehicle_task: accounts,
  reopen_vehicle_task: accounts,
  delete_vehicle_task: accounts,
  set_vehicle_row_deleted: accounts,
  // vehicle-trips.test.ts tests whose trips and cars these read and write.
  log_trip: accounts,
  list_vehicle_trips: ownRows,
  // trip-tracks.test.ts tests who owns a track.
  start_trip_track: accounts,
  append_trip_track: accounts,
  finish_trip_track: accounts,
  delete_trip_track: accounts,
  set_trip_done: accounts,
  set_own_pix_key: { can: ["vendedor"], arrange: addOwnSale, args: "'', 'cpf'" },
  save_recovery_codes: accounts,
  // Only for a session whose second factor is pending.
  use_recovery_code: { can: [], canWhilePending: ACCOUNTS, args: "'x'" },

  set_task_status: { ...editors, args: "gen_random_uuid(), 'done'" },

  // Inbox.
  decide_ad: editors,
  decide_ad_lead: editors,
  verify_map_place: { ...editors, args: "gen_random_uuid()" },
  decide_app_review: admins,
  decide_pix: mainAdmins,
  decide_report: admins,
  decide_seller: mainAdmins,
  decide_service_request: admins,
  decide_takedown_request: admins,
  decide_trip_panel_request: admins,
  answer_trip_panel_request: admins,
  save_requested_trip: admins,
  deliver_trip_panel: admins,
  inbox_counts: { ...admins, arrange: addPendingReview, rows: "kind = 'app_review' and waiting > 0" },
  reply_app_review: admins,

  // Records.
  ad_totals: { ...editors, arrange: addAdDay, args: "array[$row]", rows: "impressions > 0" },
  count_children: { ...admins, arrange: addReport, args: `'services', array[$row]`, rows: "true" },
  count_duplicates: { ...editors, arrange: addTwins, args: "'services', 300", rows: "total > 0" },
  judge_duplicate: { ...editors, args: `'services', '${PLACES[0]}', '${PLACES[1]}', true` },
  list_duplicates: { ...editors, arrange: addTwins, args: "'services', 300, null, false", rows: "true" },
  merge_records: { ...editors, arrange: addTwins, args: `'services', '${PLACES[0]}', '${PLACES[1]}'` },
  record_trail: { ...editors, arrange: addAudit("regions"), args: "'regions', $row::text, 10", rows: "true" },
  save_record: { ...mainAdmins, args: `'tolls', null, null, ${toll}` },
  save_records: {
    ...mainAdmins,
    args: `'tolls', jsonb_build_array(jsonb_build_object('id', null, 'changes', ${toll}))`,
    refusal: "42501",
  },
  staff_names: { ...editors, rows: "true" },
  state_completeness: editors,

  // Analytics, notices, search.
  count_audience: admins,
  count_devices: admins,
  failed_attempt_days: { ...mainAdmins, arrange: addFailedAttempt, rows: "answer.attempts > 0" },
  page_view_report: admins,
  search_miss_report: {
    ...admins,
    arrange: addSearchMiss,
    args: "'2020-01-01', '2020-01-02'",
    rows: "answer.words = 'tabela de acesso'",
  },
  preview_search: { ...mainAdmins, arrange: addTwins, args: "'oficina da tabela de acesso', '{}'", rows: "true" },
  save_weights: { ...mainAdmins, args: "'search', '{}'" },
  send_campaign: admins,

  // Money and sellers.
  approve_commissions: mainAdmins,
  mark_refunded: mainAdmins,
  money_now: mainAdmins,
  month_closing: { ...mainAdmins, args: "'2026-11-01'" },
  orphan_signatures: { ...mainAdmins, arrange: addSignature, args: "0", rows: "true" },
  pay_commissions: mainAdmins,
  payout_totals: mainAdmins,
  record_payout_receipt: { ...mainAdmins, args: "gen_random_uuid(), 'E123'", refusal: "gone" },
  request_refund: { ...mainAdmins, args: "gen_random_uuid(), 'x', null" },
  set_seller_commission: mainAdmins,

  // Accounts and the system.
  access_history: { ...mainAdmins, arrange: addAudit("profiles"), args: "'profiles', null", rows: "true" },
  delete_account: { ...mainAdmins, args: `${USER}, 'user@actors.example.org'` },
  end_session: mainAdmins,
  end_sessions: { ...mainAdmins, args: USER },
  // Everybody may export their own account.
  export_account: { can: ["user", ...MAIN_ADMINS_UP], args: USER },
  install_cities: mainAdmins,
  job_overview: mainAdmins,
  limited_mail_days: mainAdmins,
  list_accounts: { ...mainAdmins, rows: "true" },
  list_sessions: mainAdmins,
  merge_accounts: { ...mainAdmins, args: `${USER}, null, null, null, true` },
  preview_repair: mainAdmins,
  register_api_key: mainAdmins,
  reset_mfa: { ...mainAdmins, args: `${USER}, 'x'` },
  run_job_again: mainAdmins,
  run_repair: mainAdmins,
  second_factor_share: mainAdmins,
  set_account_blocked: { ...mainAdmins, args: `${USER}, true, 'x'` },
  set_account_role: { ...mainAdmins, args: `${USER}, 'vendedor', '{}', 'x'` },

  // Codes on badges and the gate.
  event_public_keys: everyActor,
  // The desk of a place: its people, the team, and enrolled devices.
  is_live_voucher_device: everyActor,
  place_pin_time: { can: ["user", "vendedor"], arrange: addPin, args: "$row", refusal: "null" },
  read_voucher_desk: { can: ["user", "vendedor", ...EDITORS_UP], arrange: addPlace, args: "$row" },
  look_up_voucher: { can: ["user", "vendedor", ...EDITORS_UP], arrange: addPlace, args: "$row" },
  record_redemptions: { can: ["user", "vendedor", ...EDITORS_UP], arrange: addPlace, args: "$row, '[]'" },
  // Public pages of events.
  event_places: everyActor,
  event_vehicles: everyActor,
  read_event_follow: everyActor,
  own_requests: { ...accounts, arrange: addPanelRequests, rows: "answer.kind = 'trip_panel'" },
  own_payments: { ...accounts, arrange: addOpenRegistrations, rows: "answer.status = 'open'" },
  read_trip_share: everyActor,
  trip_share_state: everyActor,
  read_vehicle_invitation: everyActor,
  read_vehicle_offer: everyActor,
  read_sale_link: everyActor,
  sale_link_state: everyActor,
  voucher_report_state: everyActor,
  count_sale_visit: everyActor,
  // Registrations for events.
  accept_offer: everyActor,
  cancel_own_registration: everyActor,
  confirm_registration: everyActor,
  cancel_voucher_download: accounts,
  download_voucher: everyActor,
  own_voucher_downloads: ownRows,
  read_voucher_download: everyActor,
  voucher_stock: everyActor,
  edit_own_registration: { ...everyActor, args: "'x', '{}'" },
  save_registration_invoice: { ...everyActor, args: "'x', '{}'" },
  payment_subjects: { ...mainAdmins, arrange: addPayer, args: "array[$row]", rows: "true" },
  read_badge: everyActor,
  read_registration: everyActor,
  read_registration_draft: everyActor,
  registration_forms: everyActor,
  order_offer: everyActor,
  order_receipt: {
    can: ["user", ...EDITORS_UP],
    arrange: addEventRow("event"),
    args: "(select id::text from public.event_registrations where event_id = $row limit 1)",
    rows: "answer is not null",
  },
  name_order_person: everyActor,
  leave_order: everyActor,
  read_order_form: { ...ownerAndManagers, args: "$row" },
  save_order_form: {
    ...ownerAndManagers,
    args: `$row, '{"rules": {"min_people": 1, "max_people": 9, "half_price": true, "half_price_share": 40}, "quotas": [], "addons": [], "codes": []}'`,
  },
  registration_questions: everyActor,
  default_questions: everyActor,
  submit_registration: everyActor,
  is_live_checkin_device: everyActor,
  add_walk_in: editors,
  checkin_events: { ...editors, arrange: addPublishedEvent, rows: "true" },
  checkin_comparison: { ...admins, arrange: addEntered, rows: "true" },
  checkin_usage: admins,
  gate_overview: editors,
  price_walk_in: editors,
  read_gate: editors,
  record_checkins: editors,
  undo_checkin: editors,
  // Registrations in the panel.
  add_registration: editors,
  assign_stand: editors,
  changed_price: editors,
  event_offers: { ...editors, arrange: addEvent, args: "array[$row]::uuid[]", rows: "true" },
  check_document: editors,
  decide_registration: editors,
  decide_registrations: editors,
  edit_registration: editors,
  edit_registration_answers: editors,
  registration_totals: { ...editors, arrange: addRegistration, args: "$row", rows: "registrations > 0" },
  registration_facts: {
    ...editors,
    arrange: addRegistration,
    args: "$row, array(select id from public.event_registrations)",
    rows: "id is not null",
  },
  registration_orders: {
    ...editors,
    arrange: addRegistration,
    args: "$row, array(select id from public.event_registrations)",
    rows: "id is not null",
  },
  registration_ids: editors,
  search_registrations: editors,
  registration_duplicates: editors,
  add_registration_note: editors,
  remove_registration_note: editors,
  resend_registration: editors,
  share_badge: editors,
  transfer_registration: { ...everyActor, args: "'x', '{}'" },
  ask_attendance: editors,
  free_declined_places: editors,
  promote_waiting_list: editors,
  answer_attendance: everyActor,
  read_attendance: everyActor,
  cancel_registration_contract: admins,
  contract_templates: { ...admins, rows: "true" },
  read_registration_contract: everyActor,
  save_registration_contract: admins,
  send_registration_contract: admins,
  verify_registration_contract: everyActor,
  // Promotion of events.
  decide_ad_draft: admins,
  event_synergy: admins,
  event_visits: editors,
  event_team: editors,
  event_partners: admins,
  event_link_results: { ...editors, arrange: addEventLink, args: "$row", rows: "visits = 0" },
  lead_conversion: { ...admins, arrange: addTwinLeads, args: "current_date - 1, current_date + 1", rows: "leads > 0" },
  badge_sample: editors,
  duplicate_event: editors,
  event_date_list: editors,
  preview_event_message: editors,
  send_event_message: editors,
  change_event_message: editors,
  test_event_message: editors,
  automatic_messages: editors,
  save_automatic_message: editors,
  set_event_certificate: editors,
  test_automatic_message: editors,
  cancel_event_message: editors,
  note_message_opened: editors,
  event_message_counts: { ...editors, arrange: addEventMessage, args: "$row", rows: "people > 0" },
  refuse_messages: everyActor,
  lead_twins: { ...admins, arrange: addTwinLeads, args: "$row", rows: "stage = 'new'" },
  // Members of clubs and publishing of events.
  add_club_member: editors,
  list_club_members: { ...editors, arrange: addClubWithMember, args: "$row", rows: "true" },
  read_event_form: { ...editors, arrange: addEvent, args: "$row", rows: "answer is not null" },
  save_event: accounts,
  submit_event: editors,
  postpone_event: editors,
  change_event_dates: editors,
  cancel_event: editors,
  decide_event: editors,
  decide_event_change: editors,

  // vouchers.test.ts tests which places an account runs.
  decide_voucher: editors,
  save_voucher: { can: ["user", "vendedor"], arrange: addRunPlace, args: `null, $row, '${OFFER}', null, false` },
  set_voucher_status: accounts,
  set_voucher_limits: { ...editors, args: "null, null, 1, false" },
  share_voucher_report: accounts,
  revoke_voucher_report: accounts,
  read_voucher_report: everyActor,
  voucher_figures: { ...editors, args: "null" },
  voucher_oversight: editors,

  // Certificates and people's choice.
  certificate_people: { ...admins, arrange: addEntered, args: "$row, null", rows: "answer <> '[]'" },
  issue_certificates: admins,
  reissue_certificate: admins,
  revoke_certificate: admins,
  send_certificates: { ...admins, args: "'{}', false" },
  print_badges: editors,
  print_certificates: admins,
  retry_print_batch: editors,
  vote_candidate: everyActor,
  vote_result: everyActor,
};
