import { createHash, randomUUID } from "node:crypto";
import type { PendingQuery, Row, TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { brazilianDay } from "../../../lib/platform/dates";
import { EVENT_ROLES } from "../../../lib/platform/supabase/database-constants/events";
import type { EventRight } from "../../../lib/events/members/rules";
import { describeAccess } from "../access";
import { EDITORS_UP, ID_OF, NOBODY, type Account } from "../actors";
import { asOwner, callAs } from "../as-role";
import { GONE, keyOf, refused, SAVED } from "../outcomes";
import {
  addRegistration,
  addGate,
  GATE_EVENT,
  GATE_LIST,
  OTHER_EVENT,
  registrationId,
  WALK_IN_TYPE,
} from "./gate-rows";
import { RULES } from "./rally-rows";
import { addClub, addEvent, CLUB } from "./rows";

const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const TODAY = brazilianDay(Date.now());
const TOKEN = "t".repeat(43);
const OTHER_LIST = "00000000-0000-4000-8000-00000000e314";
const MESSAGE = "00000000-0000-4000-8000-00000000e331";
/** Internal notes about the registration of the event and of the other one. */
const NOTES = ["00000000-0000-4000-8000-00000000e341", "00000000-0000-4000-8000-00000000e342"];

const RECIPIENTS = ["00000000-0000-4000-8000-00000000e351", "00000000-0000-4000-8000-00000000e352"];
const PICTURES = ["00000000-0000-4000-8000-00000000e371", "00000000-0000-4000-8000-00000000e372"];
const LINKS = ["00000000-0000-4000-8000-00000000e381", "00000000-0000-4000-8000-00000000e382"];
const SPONSORS = ["00000000-0000-4000-8000-00000000e391", "00000000-0000-4000-8000-00000000e392"];
const sponsorOf = (event: string) => SPONSORS[Number(event !== GATE_EVENT)]!;
const pictureOf = (event: string) => PICTURES[Number(event !== GATE_EVENT)]!;
const linkOf = (event: string) => LINKS[Number(event !== GATE_EVENT)]!;
const PAYMENTS = ["00000000-0000-4000-8000-00000000e361", "00000000-0000-4000-8000-00000000e362"];
const recipientOf = (event: string) => RECIPIENTS[Number(event !== GATE_EVENT)]!;
const paymentOf = (event: string) => PAYMENTS[Number(event !== GATE_EVENT)]!;

/** A key that waits for its approval and a payment to it, in the event and in the other one. */
async function addMoney(tx: TransactionSql): Promise<void> {
  for (const [index, event] of [GATE_EVENT, OTHER_EVENT].entries()) {
    await tx`
      insert into public.event_recipients (id, event_id, kind, pix_key_type, pix_key, name, city)
      values (${recipientOf(event)}, ${event}, 'pix', 'email', 'caixa@example.org', 'Clube', 'Lages')`;
    await tx`
      insert into public.payments
        (id, subject_type, subject_id, method, provider, amount_cents, recipient_id, receipt_path)
      values (${paymentOf(event)}, 'registration', ${registrationId(index + 1)}, 'pix', 'pix', 4500,
        ${recipientOf(event)}, ${`recibo-${index}`})`;
  }
}

const ORDER_FORM = {
  rules: { min_people: 1, max_people: 9, half_price: true, half_price_share: 40 },
  quotas: [],
  addons: [],
  codes: [],
};

/** An event of `user` with a list, a kind, a registration and a message. */
async function addOwnEvent(tx: TransactionSql): Promise<string> {
  await addGate(tx);
  await addRegistration(tx, 1);
  await addRegistration(tx, 2, { event: OTHER_EVENT });
  await tx`update public.events set organizer_id = ${ID_OF.user} where id = ${GATE_EVENT}`;
  for (const index of [1, 2])
    await tx`
      insert into public.registration_documents (registration_id, kind, path)
      values (${registrationId(index)}, 'cnh', ${`${randomUUID()}.webp`})`;
  await tx`insert into public.event_checkin_lists (id, event_id, name) values (${OTHER_LIST}, ${OTHER_EVENT}, 'Entrada')`;
  await tx`
    insert into public.event_messages (id, event_id, channel, body)
    values (${MESSAGE}, ${GATE_EVENT}, 'whatsapp', 'Olá')`;
  await tx`insert into public.event_exports (event_id, account_id, format) values (${GATE_EVENT}, ${ID_OF.user}, 'csv')`;
  for (const [index, event] of [GATE_EVENT, OTHER_EVENT].entries())
    await tx`
      insert into public.gate_sales (registration_id, event_id, method, amount_cents)
      values (${registrationId(index + 1)}, ${event}, 'cash', 2000)`;
  for (const [index, note] of NOTES.entries())
    await tx`insert into public.registration_notes (id, registration_id, body) values (${note}, ${registrationId(index + 1)}, 'x')`;
  for (const event of [GATE_EVENT, OTHER_EVENT]) {
    await tx`insert into public.event_codes (event_id, code, percent) values (${event}, 'DEZ10', 10)`;
    await tx`
      insert into public.event_quotas (event_id, name, capacity, type_ids) values (${event}, 'Salão', 9, ${[randomUUID()]}::uuid[])`;
  }
  await addMoney(tx);
  for (const [index, event] of [GATE_EVENT, OTHER_EVENT].entries()) {
    await tx`
      insert into public.event_media (id, event_id, kind, path, title)
      values (${PICTURES[index]!}, ${event}, 'gallery', ${`2026-11/${index}.webp`}, 'Praça')`;
    await tx`insert into public.event_sponsors (id, event_id, name) values (${SPONSORS[index]!}, ${event}, 'Oficina')`;
    await tx`insert into public.event_links (id, event_id, audience) values (${LINKS[index]!}, ${event}, 'clubs')`;
    await tx`insert into public.event_link_days (link_id, day, visits) values (${LINKS[index]!}, ${TODAY}, 3)`;
  }
  return GATE_EVENT;
}

async function addInvitation(tx: TransactionSql, { role = "gate", token = TOKEN } = {}): Promise<void> {
  await tx`
    insert into public.event_invitations (id, event_id, email, role, token_hash, created_by)
    values (gen_random_uuid(), ${GATE_EVENT}, 'nova@example.org', ${role}, ${hash(token)}, ${ID_OF.user})`;
}

const give = (tx: TransactionSql, account: Account, role: string, ends: Date | null = null) => tx`
  insert into public.event_members (event_id, account_id, role, ends_at)
  values (${GATE_EVENT}, ${ID_OF[account]}, ${role}, ${ends})`;

describeAccess("event_members", addOwnEvent, [
  ["select", ["user", ...EDITORS_UP], (tx) => tx`select role from public.event_members where event_id = ${GATE_EVENT}`],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.event_members (event_id, account_id, role)
      values (${GATE_EVENT}, ${ID_OF.another_user}, 'owner')`,
    addOwnEvent,
  ],
  ["update", NOBODY, (tx) => tx`update public.event_members set role = 'owner' where event_id = ${GATE_EVENT}`],
  ["delete", NOBODY, (tx) => tx`delete from public.event_members where event_id = ${GATE_EVENT}`],
]);

describeAccess(
  "event_invitations",
  async (tx) => {
    await addOwnEvent(tx);
    await addInvitation(tx);
  },
  [
    [
      "select",
      ["user", ...EDITORS_UP],
      (tx) => tx`select email from public.event_invitations where event_id = ${GATE_EVENT}`,
    ],
    [
      "select the hash of the token",
      NOBODY,
      (tx) => tx`select token_hash from public.event_invitations where event_id = ${GATE_EVENT}`,
    ],
    [
      "insert",
      NOBODY,
      (tx) => tx`
        insert into public.event_invitations (id, event_id, email, role)
        values (${randomUUID()}, ${GATE_EVENT}, 'x@example.org', 'owner')`,
      addOwnEvent,
    ],
    ["update", NOBODY, (tx) => tx`update public.event_invitations set role = 'owner' where event_id = ${GATE_EVENT}`],
    ["delete", NOBODY, (tx) => tx`delete from public.event_invitations where event_id = ${GATE_EVENT}`],
  ],
);

describeAccess("event_exports", addOwnEvent, [
  ["select", ["user", ...EDITORS_UP], (tx) => tx`select id from public.event_exports where event_id = ${GATE_EVENT}`],
  [
    "insert",
    NOBODY,
    (tx) => tx`insert into public.event_exports (event_id, format) values (${GATE_EVENT}, 'csv')`,
    addOwnEvent,
  ],
  ["update", NOBODY, (tx) => tx`update public.event_exports set format = 'xlsx' where event_id = ${GATE_EVENT}`],
  ["delete", NOBODY, (tx) => tx`delete from public.event_exports where event_id = ${GATE_EVENT}`],
]);

type Call = (tx: TransactionSql, event: string) => PendingQuery<Row[]>;
const listOf = (event: string) => (event === GATE_EVENT ? GATE_LIST : OTHER_LIST);
const registrationOf = (event: string) => registrationId(event === GATE_EVENT ? 1 : 2);
const typeOf = (tx: TransactionSql, event: string) =>
  tx`(select id from public.event_registration_types where event_id = ${event})`;
const json = (tx: TransactionSql, value: object) => tx.json(value as never);
const message = (event: string) => ({
  id: randomUUID(),
  event,
  channel: "mail",
  subject: "Aviso",
  body: "Olá",
  filter: { status: "confirmed" },
});

/** What people of an event do, with the right that it needs; a call reaches the event when it returns a row that is not empty. */
const CALLS: Record<string, readonly [EventRight, Call]> = {
  "read members": ["team", (tx, event) => tx`select public.event_people(${event}) as answer`],
  invite: [
    "team",
    (tx, event) =>
      tx`select public.invite_event_member(${event}, 'x@example.org', 'gate', null, ${randomUUID()}, ${hash(randomUUID())}) as answer`,
  ],
  "change a role": [
    "team",
    (tx, event) => tx`select public.set_event_member(${event}, ${ID_OF.user}, 'owner') as answer`,
  ],
  "remove another member": [
    "team",
    (tx, event) => tx`select public.remove_event_member(${event}, ${ID_OF.editor}) as answer`,
  ],
  "read exports": ["team", (tx, event) => tx`select id from public.event_exports where event_id = ${event}`],
  "read the rally": ["gate", (tx, event) => tx`select public.rally_console(${event}) as answer`],
  "save the rules of the rally": [
    "page",
    (tx, event) => tx`select public.save_rally(${event}, ${tx.json(RULES)}) as answer`,
  ],
  "draw the start order of the rally": ["page", (tx, event) => tx`select public.draw_rally_order(${event}) as answer`],
  "read tokens and webhooks": ["api", (tx, event) => tx`select public.event_integrations(${event}) as answer`],
  "create a token": [
    "api",
    (tx, event) => tx`
      select public.create_event_api_token(${event}, 'Planilha', '{name}', '{}', now() + interval '1 day', ${hash(randomUUID())}) as answer`,
  ],
  "add a webhook": [
    "api",
    (tx, event) => tx`
      select public.add_event_webhook(${randomUUID()}, ${event}, 'https://exemplo.org/', '{payment}', ${hash(randomUUID())}) as answer`,
  ],
  "edit the event": [
    "page",
    (tx, event) => tx`select answer from public.read_event_form(${event}) as answer where answer is not null`,
  ],
  "read the page of orders": ["page", (tx, event) => tx`select public.read_order_form(${event}) as answer`],
  "read codes": ["page", (tx, event) => tx`select id from public.event_codes where event_id = ${event}`],
  "read quotas": ["page", (tx, event) => tx`select id from public.event_quotas where event_id = ${event}`],
  // After the two above: it replaces the codes and the quotas.
  "save the page of orders": [
    "page",
    (tx, event) => tx`select public.save_order_form(${event}, ${tx.json(ORDER_FORM)}) as answer`,
  ],
  "read orders": ["registrations", (tx, event) => tx`select id from public.event_orders where event_id = ${event}`],
  "copy the event": [
    "page",
    (tx, event) =>
      tx`select public.duplicate_event(${event}, (now() + interval '90 days')::date, ${randomUUID()}) as answer`,
  ],
  "read registrations": [
    "registrations",
    (tx, event) => tx`select email from public.event_registrations where event_id = ${event}`,
  ],
  "read the history": [
    "registrations",
    (tx, event) => tx`select id from public.registration_events where registration_id = ${registrationOf(event)}`,
  ],
  "read payments and entries": [
    "registrations",
    (tx, event) => tx`select id from public.registration_facts(${event}, array[${registrationOf(event)}]::uuid[])`,
  ],
  "search registrations": [
    "registrations",
    (tx, event) => tx`select public.search_registrations(${event}, '{"q": "pessoa"}') as answer`,
  ],
  "read all ids": ["registrations", (tx, event) => tx`select public.registration_ids(${event}) as answer`],
  "read duplicates": [
    "registrations",
    (tx, event) => tx`select public.registration_duplicates(${registrationOf(event)}) as answer`,
  ],
  "read internal notes": [
    "registrations",
    (tx, event) => tx`select body from public.registration_notes where registration_id = ${registrationOf(event)}`,
  ],
  "write an internal note": [
    "registrations",
    (tx, event) => tx`select public.add_registration_note(${registrationOf(event)}, ${randomUUID()}, 'x') as answer`,
  ],
  "delete an internal note": [
    "registrations",
    (tx, event) => tx`
      select public.remove_registration_note(${NOTES[Number(event !== GATE_EVENT)]!}) as answer`,
  ],
  "print badges of a selection": [
    "registrations",
    (tx, event) => tx`
      select public.print_badges(${event}, null, null, null, 'card', 'pt-BR', array[${registrationOf(event)}]::uuid[])
        as answer`,
  ],
  "decide a registration": [
    "registrations",
    (tx, event) =>
      tx`select public.decide_registration(${registrationOf(event)}, 'cancel', 'x', (select now())) as answer`,
  ],
  "set kinds, questions, prices and stands": [
    "page",
    (tx, event) => {
      const kind = { kind: "publico", name: "Nova", price_cents: 0, questions: [{ kind: "text", label: "Cor" }] };
      const payload = {
        id: event,
        expected_version: new Date().toISOString(),
        kinds: [kind],
        stands: [{ label: "A1" }],
      };
      return tx`select public.save_event(${json(tx, payload)}) as answer`;
    },
  ],
  "add pictures": ["page", (tx, event) => tx`select public.add_event_pictures(${event}, '[]', 'Ana', true) as answer`],
  "describe a picture": [
    "page",
    (tx, event) => tx`
      select public.set_event_picture(${pictureOf(event)}, '{"title": "Rua", "credit": "Ana"}') as answer`,
  ],
  "sort pictures": ["page", (tx, event) => tx`select public.move_event_picture(${pictureOf(event)}, 1) as answer`],
  "remove a picture": ["page", (tx, event) => tx`select public.remove_event_picture(${pictureOf(event)}) as answer`],
  "add a sponsor": ["page", (tx, event) => tx`select public.set_event_sponsor(${event}, '{"name": "Loja"}') as answer`],
  "remove a sponsor": ["page", (tx, event) => tx`select public.remove_event_sponsor(${sponsorOf(event)}) as answer`],
  "read the votes": ["page", (tx, event) => tx`select public.event_vote_result(${event}) as answer`],
  "publish the votes": ["page", (tx, event) => tx`select public.publish_vote_result(${event}, true) as answer`],
  "read editions": ["page", (tx, event) => tx`select public.event_editions(${event}) as answer`],
  "link an edition": ["page", (tx, event) => tx`select public.link_edition(${event}, ${event}) as answer`],
  "leave the editions": ["page", (tx, event) => tx`select public.unlink_edition(${event}) as answer`],
  "read short links": ["page", (tx, event) => tx`select code from public.event_links where event_id = ${event}`],
  "read visits of short links": [
    "page",
    (tx, event) => tx`select visits from public.event_link_days where link_id = ${linkOf(event)}`,
  ],
  "read registrations by short link": ["page", (tx, event) => tx`select id from public.event_link_results(${event})`],
  "add a short link": [
    "page",
    (tx, event) => tx`insert into public.event_links (event_id, audience, label) values (${event}, 'clubs', 'Rádio')`,
  ],
  "send the event": ["page", (tx, event) => tx`select public.submit_event(${event}, now()) as answer`],
  "decide registrations": [
    "registrations",
    (tx, event) =>
      tx`select public.decide_registrations(array[${registrationOf(event)}]::uuid[], 'cancel', 'x') as answer`,
  ],
  "add a registration": [
    "registrations",
    (tx, event) => tx`
      select public.add_registration(jsonb_build_object('type_id', ${typeOf(tx, event)}, 'full_name', 'Eva',
        'email', 'eva@example.org', 'request_id', gen_random_uuid())) as answer`,
  ],
  "check a document": [
    "registrations",
    (tx, event) => tx`
      select public.check_document(
        (select id from public.registration_documents where registration_id = ${registrationOf(event)}), 'ok') as answer`,
  ],
  "mail a badge again": [
    "registrations",
    (tx, event) => tx`select public.resend_registration(${registrationOf(event)}) as answer`,
  ],
  "ask who comes": ["registrations", (tx, event) => tx`select public.ask_attendance(${event}, null, 1) as answer`],
  "free declined places": [
    "registrations",
    (tx, event) => tx`select public.free_declined_places(${event}, 'x') as answer`,
  ],
  "offer places": [
    "registrations",
    (tx, event) => tx`select public.promote_waiting_list(${typeOf(tx, event)}) as answer`,
  ],
  "read a badge": ["registrations", (tx, event) => tx`select public.badge_sample(${event}) as answer`],
  "note an export": [
    "registrations",
    (tx, event) => tx`select public.note_event_export(${event}, 'csv', '') as answer`,
  ],
  "connect a Stripe account": ["payments", (tx, event) => tx`select public.connect_stripe_account(${event}) as answer`],
  "read recipients": ["payments", (tx, event) => tx`select public.event_recipients_of(${event}) as answer`],
  "read own money": ["payments", (tx, event) => tx`select public.event_money(${event}) as answer`],
  "read the statement": ["payments", (tx, event) => tx`select public.event_statement(${event}) as answer`],
  "change the recipient": [
    "payments",
    (tx, event) => tx`
      select public.set_event_recipient(${event}, 'pix', 'email', 'clube@example.org', 'Clube', 'Lages') as answer`,
  ],
  "read recipients as rows": [
    "payments",
    (tx, event) => tx`select pix_key from public.event_recipients where event_id = ${event}`,
  ],
  "withdraw a recipient": [
    "payments",
    (tx, event) => tx`select public.withdraw_event_recipient(${recipientOf(event)}) as answer`,
  ],
  "read a receipt": [
    "payments",
    (tx, event) => tx`
      select answer from public.event_receipt_path(${paymentOf(event)}) as answer where answer is not null`,
  ],
  "confirm a payment": [
    "payments",
    (tx, event) => tx`select public.confirm_event_pix(${paymentOf(event)}, 4500, ${TODAY}) as answer`,
  ],
  "undo a confirmation": [
    "payments",
    (tx, event) => tx`select public.undo_event_pix(${paymentOf(event)}, 'engano') as answer`,
  ],
  "refuse a receipt": [
    "payments",
    (tx, event) => tx`select public.refuse_event_receipt(${paymentOf(event)}, 'engano') as answer`,
  ],
  "record a refund": [
    "payments",
    (tx, event) => tx`
      select public.record_event_refund(${paymentOf(event)}, 1, ${TODAY}, 'x') as answer`,
  ],
  "read what was paid": ["payments", (tx, event) => tx`select public.event_payments(${event}) as answer`],
  "read figures": ["figures", (tx, event) => tx`select public.event_figures(${event}) as answer`],
  "read visits": ["figures", (tx, event) => tx`select public.event_visits(${event}) as answer`],
  "read messages": ["messages", (tx, event) => tx`select id from public.event_messages where event_id = ${event}`],
  "preview a message": [
    "messages",
    (tx, event) => tx`select public.preview_event_message(${json(tx, message(event))}) as answer`,
  ],
  "send a message": [
    "messages",
    (tx, event) => tx`select public.send_event_message(${json(tx, message(event))}, 1) as answer`,
  ],
  "change a message": [
    "messages",
    (tx, event) => tx`select public.change_event_message(${json(tx, message(event))}, 1) as answer`,
  ],
  "test a message": [
    "messages",
    (tx, event) => tx`select public.test_event_message(${json(tx, message(event))}) as answer`,
  ],
  "read automatic mails": ["messages", (tx, event) => tx`select public.automatic_messages(${event}) as answer`],
  "set an automatic mail": [
    "messages",
    (tx, event) => tx`select public.save_automatic_message(${event}, 'thanks', true, 24, '{}') as answer`,
  ],
  "test an automatic mail": [
    "messages",
    (tx, event) => tx`select public.test_automatic_message(${event}, 'thanks', 'pt-BR') as answer`,
  ],
  "open the gate": ["gate", (tx, event) => tx`select public.read_gate(${event}) as answer`],
  "read the gate": ["gate", (tx, event) => tx`select public.gate_overview(${event}) as answer`],
  "read a badge at the gate": [
    "gate",
    (tx, event) => {
      const reading = {
        nonce: randomUUID(),
        listId: listOf(event),
        kind: "entry",
        registrationId: registrationOf(event),
        badgeVersion: null,
        scannedAt: new Date().toISOString(),
        isOffline: false,
      };
      return tx`select answer from public.record_checkins(${json(tx, [reading])}) as answer where answer <> '[]'`;
    },
  ],
  "register at the gate": [
    "gate",
    (tx, event) => {
      const walkIn = { nonce: randomUUID(), listId: listOf(event), typeId: WALK_IN_TYPE, name: "Eva" };
      return tx`select public.add_walk_in(${json(tx, walkIn)}) as answer`;
    },
  ],
  "price people at the gate": [
    "gate",
    (tx, event) => {
      const walkIn = { nonce: randomUUID(), listId: listOf(event), typeId: WALK_IN_TYPE };
      return tx`select public.price_walk_in(${json(tx, walkIn)}) as answer`;
    },
  ],
  "print a badge at the gate": [
    "gate",
    (tx, event) =>
      tx`select answer from public.read_badge(${registrationOf(event)}) as answer where answer is not null`,
  ],
  "read sales of the gate": [
    "registrations",
    (tx, event) => tx`select amount_cents from public.gate_sales where event_id = ${event}`,
  ],
  "read devices": ["gate", (tx, event) => tx`select id from public.checkin_devices where event_id = ${event}`],
  "enrol a device": [
    "devices",
    (tx, event) => tx`
      insert into public.checkin_devices (event_id, name, token_hash, expires_at)
      values (${event}, 'Portão 9', ${hash(randomUUID())}, now() + interval '1 day')`,
  ],
  "add a list": [
    "devices",
    (tx, event) => tx`insert into public.event_checkin_lists (event_id, name) values (${event}, 'Almoço')`,
  ],
  "read the use of devices": ["devices", (tx, event) => tx`select public.checkin_usage(${event}) as answer`],
};

async function reaches(tx: TransactionSql, account: Account, event: string, run: Call): Promise<boolean> {
  try {
    const rows = await tx.savepoint((inner) => callAs(inner, account, (as) => run(as, event)));
    return (rows as unknown as { count: number }).count > 0;
  } catch (error) {
    const { code, message: text } = error as { code?: string; message: string };
    if (code === "42501") return false;
    // A refusal by a rule of the form comes after the right.
    if (code === "P0001" || code === "22023") return true;
    throw new Error(text, { cause: error });
  }
}

describe("people of an event", () => {
  const rightsOf = async (tx: TransactionSql, role: string) =>
    (await tx<{ rights: EventRight[] }[]>`select private.rights_of_event_role(${role}) as rights`)[0]!.rights;

  it.each(EVENT_ROLES)("%s does what the role allows, and nothing in another event", (role) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      if (role !== "owner") await give(tx, "another_user", role);
      const account = role === "owner" ? "user" : "another_user";
      const rights = await rightsOf(tx, role);
      const found: Record<string, readonly [boolean, boolean]> = {};
      for (const [name, [, run]] of Object.entries(CALLS))
        found[name] = [await reaches(tx, account, GATE_EVENT, run), await reaches(tx, account, OTHER_EVENT, run)];
      expect(found).toEqual(
        Object.fromEntries(Object.entries(CALLS).map(([name, [right]]) => [name, [rights.includes(right), false]])),
      );
    }),
  );

  it.each([
    ["without a role", async () => {}],
    ["whose role ended", (tx: TransactionSql) => give(tx, "another_user", "owner", new Date(Date.now() - 1000))],
    [
      "who is blocked",
      async (tx: TransactionSql) => {
        await give(tx, "another_user", "owner");
        await tx`update public.profiles set blocked_at = now() where id = ${ID_OF.another_user}`;
      },
    ],
    [
      "whose event ended 31 days ago",
      async (tx: TransactionSql) => {
        await give(tx, "another_user", "organiser");
        await tx`
          update public.events set starts_at = now() - interval '32 days', ends_at = now() - interval '31 days'
          where id = ${GATE_EVENT}`;
      },
    ],
    [
      "who is a member of the club without an office",
      async (tx: TransactionSql) => {
        await addClub(tx, { another_user: "member" });
        await tx`update public.events set club_id = ${CLUB} where id = ${GATE_EVENT}`;
      },
    ],
  ])("an account %s reaches nothing", (_, arrange) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await arrange(tx);
      const reached: string[] = [];
      for (const [name, [, run]] of Object.entries(CALLS))
        if (await reaches(tx, "another_user", GATE_EVENT, run)) reached.push(name);
      expect(reached).toEqual([]);
    }),
  );

  it.each(["owner", "treasurer"])("the role %s does not end with the event", (role) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await give(tx, "another_user", role);
      await tx`
        update public.events set starts_at = now() - interval '400 days', ends_at = now() - interval '399 days'
        where id = ${GATE_EVENT}`;
      expect(await reaches(tx, "another_user", GATE_EVENT, CALLS["read what was paid"]![1])).toBe(true);
    }),
  );

  it.each([
    ["owner", "read members", true],
    ["admin", "read registrations", true],
    ["admin", "read members", false],
  ] as const)("%s of the club of an event: %s", (office, call, expected) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addClub(tx, { another_user: office });
      await tx`update public.events set club_id = ${CLUB} where id = ${GATE_EVENT}`;
      expect(await reaches(tx, "another_user", GATE_EVENT, CALLS[call]![1])).toBe(expected);
    }),
  );

  it("what a treasurer reads has no contact, document or car", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await tx`update public.event_registrations set price_cents = 5000, phone = '48999990000' where id = ${registrationId(1)}`;
      await give(tx, "another_user", "treasurer");
      const [row] = await callAs(
        tx,
        "another_user",
        (as) => as<{ answer: object[] }[]>`select public.event_payments(${GATE_EVENT}) as answer`,
      );
      expect(row!.answer).toEqual([
        {
          id: registrationId(1),
          code: expect.any(String),
          name: "Pessoa 1",
          kind: "Público",
          status: "confirmed",
          price_cents: 5000,
          difference_cents: 0,
          method: "cash",
          payment_status: "paid",
          paid_at: expect.any(String),
          paid_cents: 2000,
          refunded_cents: 0,
          invoice: null,
        },
      ]);
    }));

  it("figures name nobody", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await give(tx, "another_user", "press");
      const [row] = await callAs(
        tx,
        "another_user",
        (as) => as<{ answer: object }[]>`select public.event_figures(${GATE_EVENT}) as answer`,
      );
      expect(JSON.stringify(row!.answer)).not.toContain("Pessoa");
      expect(row!.answer).toMatchObject({
        kinds: [{ statuses: { confirmed: { registrations: 1, people: 1 } } }],
        entered: 0,
      });
    }));

  it("a person at the gate reads no reading of another event by its nonce", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await give(tx, "another_user", "gate");
      const nonce = randomUUID();
      await tx`
        insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at)
        values (${OTHER_LIST}, ${registrationId(2)}, ${nonce}, 'ok', now())`;
      const reading = {
        nonce,
        listId: GATE_LIST,
        kind: "entry",
        registrationId: null,
        badgeVersion: null,
        scannedAt: new Date().toISOString(),
        isOffline: false,
      };
      const [row] = await callAs(
        tx,
        "another_user",
        (as) => as<{ answer: unknown }[]>`select public.record_checkins(${as.json([reading] as never)}) as answer`,
      );
      expect(row!.answer).toEqual([]);
    }));
});

describe("owners", () => {
  const setMember = (tx: TransactionSql, by: Account, account: Account, role: string) =>
    callAs(tx, by, (as) =>
      keyOf(as`select public.set_event_member(${GATE_EVENT}, ${ID_OF[account]}, ${role}) as answer`),
    );
  const remove = (tx: TransactionSql, by: Account, account: Account) =>
    callAs(tx, by, (as) => keyOf(as`select public.remove_event_member(${GATE_EVENT}, ${ID_OF[account]}) as answer`));

  it("an account that publishes an event owns it; another organiser takes its place", () =>
    asOwner(async (tx) => {
      const event = await addEvent(tx);
      const members = () => tx`select account_id, role from public.event_members where event_id = ${event}`;
      expect(await members()).toEqual([{ account_id: ID_OF.user, role: "owner" }]);
      await tx`update public.events set organizer_id = ${ID_OF.another_user} where id = ${event}`;
      expect(await members()).toEqual([{ account_id: ID_OF.another_user, role: "owner" }]);
    }));

  it("the last owner neither leaves nor gets another role until somebody else owns the event", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await give(tx, "another_user", "organiser");
      expect(await remove(tx, "user", "user")).toBe("last_owner");
      expect(await setMember(tx, "user", "user", "gate")).toBe("last_owner");
      expect(await setMember(tx, "user", "another_user", "owner")).toBe("saved");
      expect(await remove(tx, "user", "user")).toBe("saved");
      expect(await remove(tx, "another_user", "another_user")).toBe("last_owner");
    }));

  it("the only owner of a public event that is not over cannot erase the account", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      const erase = () =>
        tx.savepoint((inner) => callAs(inner, "user", (as) => as`select public.request_account_erasure()`));
      await expect(erase()).rejects.toMatchObject({ message: "last_event_owner" });
      await give(tx, "another_user", "owner");
      await expect(erase()).resolves.toHaveLength(1);
    }));

  it.each([
    ["an owner", "user", true],
    ["an organiser", "another_user", false],
  ] as const)("a copy of an event by %s keeps the people that the caller may invite", (_, actor, isWhole) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await give(tx, "another_user", "organiser");
      await give(tx, "vendedor", "gate");
      await give(tx, "editor", "press", new Date(Date.now() + 86_400_000));
      const copy = randomUUID();
      await callAs(
        tx,
        actor,
        (as) => as`select public.duplicate_event(${GATE_EVENT}, (now() + interval '300 days')::date, ${copy})`,
      );
      const members = await tx<{ account_id: string; role: string }[]>`
        select account_id, role from public.event_members where event_id = ${copy} order by role`;
      expect(members).toEqual([
        ...(isWhole ? [{ account_id: ID_OF.vendedor, role: "gate" }] : []),
        { account_id: ID_OF.another_user, role: "organiser" },
        { account_id: ID_OF.user, role: "owner" },
      ]);
    }),
  );

  it("a member leaves without asking anybody", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await give(tx, "another_user", "gate");
      expect(await remove(tx, "another_user", "another_user")).toBe("saved");
      expect(await remove(tx, "another_user", "another_user")).toBe("gone");
    }));
});

describe("invitations", () => {
  const accept = async (tx: TransactionSql, account: Account, token = TOKEN) =>
    (
      await callAs(
        tx,
        account,
        (as) => as<{ answer: object }[]>`select public.accept_event_invitation(${token}) as answer`,
      )
    )[0]!.answer;

  it("an invitation gives its role to one account, with a notice", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addInvitation(tx, { role: "treasurer" });
      const [page] = await callAs(
        tx,
        "another_user",
        (as) => as<{ answer: object }[]>`select public.read_event_invitation(${TOKEN}) as answer`,
      );
      expect(page!.answer).toMatchObject({
        state: "open",
        role: "treasurer",
        event: "Encontro da portaria",
        event_id: null,
      });
      expect(await accept(tx, "another_user")).toEqual({ ...SAVED, event_id: GATE_EVENT });
      expect(await accept(tx, "another_user")).toEqual({ ...SAVED, event_id: GATE_EVENT });
      expect(await accept(tx, "vendedor")).toEqual(refused("accepted"));
      expect(
        await tx`select role from public.event_members where event_id = ${GATE_EVENT} and account_id = ${ID_OF.another_user}`,
      ).toEqual([{ role: "treasurer" }]);
      const [notice] =
        await tx`select link from public.notifications where user_id = ${ID_OF.another_user} order by created_at desc limit 1`;
      expect(notice).toEqual({ link: `/painel/eventos/${GATE_EVENT}` });
    }));

  it("a link that was revoked, expired or does not exist gives nothing", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addInvitation(tx);
      await tx`update public.event_invitations set revoked_at = now()`;
      expect(await accept(tx, "another_user")).toEqual(refused("revoked"));
      await tx`update public.event_invitations set revoked_at = null, expires_at = now() - interval '1 second'`;
      expect(await accept(tx, "another_user")).toEqual(refused("expired"));
      expect(await accept(tx, "another_user", "x".repeat(43))).toEqual(GONE);
    }));

  it("a second invitation of an address replaces the first, and both are mailed", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      const invite = (email: string) =>
        callAs(tx, "user", (as) =>
          keyOf(
            as`select public.invite_event_member(${GATE_EVENT}, ${email}, 'gate', null, ${randomUUID()}, ${hash(randomUUID())}) as answer`,
          ),
        );
      expect(await invite("Nova@example.org ")).toBe("saved");
      expect(await invite("nova@example.org")).toBe("saved");
      expect(
        await tx`select revoked_at is null as open from public.event_invitations where event_id = ${GATE_EVENT} order by open`,
      ).toEqual([{ open: false }, { open: true }]);
      const mails = await tx`
        select data ->> 'to' as to from private.outbox where job = 'send-mail' and data ->> 'template' = 'event_invitation'`;
      expect(mails).toEqual([{ to: "nova@example.org" }, { to: "nova@example.org" }]);
      expect(await invite("user@actors.example.org")).toBe("member");
    }));
});
