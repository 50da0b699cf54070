import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { INBOX, INBOX_KEYS, type InboxKey } from "@/lib/panel/inbox/rules";
import { nextStatus, statusesOf, STEPS, type Step } from "@/lib/panel/inbox/schema";
import { addAd, addSale } from "../commerce/ad-rows";
import { asOwner, becomeRole, sql } from "../as-role";
import { addOwnedPlace, PLACE } from "../partners/place-rows";
import { addSeller } from "../commerce/sale-support";
import { wordsOfCheck } from "../../support/check-words";

const SIMPLE: Partial<Record<InboxKey, string>> = {
  trip_panel: `insert into public.trip_panel_requests (name, email, delivery_kind, origin, destination)
    values ('Ana', 'ana@example.org', 'digital', 'Lages', 'Urubici') returning id`,
  takedown: `insert into public.takedown_requests (url, claimant_name, email, reason)
    values ('/blog/x', 'Ana', 'ana@example.org', 'Foto minha') returning id`,
  report:
    "insert into public.reports (subject_type, subject_id, reason) values ('page', '/teste', 'wrong') returning id",
  app_review: "insert into public.app_reviews (rating, publish_ok) values (5, true) returning id",
  ad_lead: `insert into public.ad_leads (company, contact_name, email)
    values ('Hotel', 'Ana', 'ana@example.org') returning id`,
  service_request: `insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr)
    values ('new', '{"name": "Museu", "category_key": "museum"}', 'Ana', 'ana@example.org', 'SC') returning id`,
  event: `insert into public.events (slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at)
    values ('evento-de-teste', 'Encontro', 'Clube', 'SC', 4205407, 'Florianópolis', now() + interval '40 days', now() + interval '41 days') returning id`,
  event_change: `insert into public.event_changes (event_id, fields, payload)
    select id, '{title}', '{"title": "Outro"}' from public.events where slug = 'evento-de-teste' returning id`,
  voucher: `insert into public.vouchers (service_id, title, benefit_type, valid_from, valid_until)
    values ('${PLACE}', 'Café', 'gift', current_date, current_date + 30) returning id`,
};

async function addPix(tx: TransactionSql, status: string): Promise<string> {
  const sale = await addSale(tx);
  const paidAt = status === "paid" ? new Date() : null;
  const money = { method: "pix", amount_cents: 10_000, provider: "pix", paid_at: paidAt };
  const row = { subject_type: "sale", subject_id: sale, status, ...money };
  return (await tx<{ id: string }[]>`insert into public.payments ${tx(row)} returning id`)[0]!.id;
}

/** Adds an item in a status; every status but the first is the result of an earlier decision. */
async function addItem(tx: TransactionSql, key: InboxKey, status: string): Promise<string> {
  if (key === "pix") return addPix(tx, status);
  if (key === "seller") return addSeller(tx, "vendedor", status);
  if (key === "ad") return (await addAd(tx, { status, ...(status === "awaiting_art" && { image_desktop: null }) })).id;
  if (key === "event_change") await tx.unsafe(SIMPLE.event!);
  if (key === "voucher") await addOwnedPlace(tx);
  const [item] = await tx.unsafe<{ id: string }[]>(SIMPLE[key]!);
  const decidedAt = status === statusesOf(key)[0] ? null : new Date();
  await tx`update public.${tx(INBOX[key].table)} set status = ${status}, decided_at = ${decidedAt} where id = ${item!.id}`;
  return item!.id;
}

/** The status after a decision of the highest role, null when it is refused, otherwise another outcome. */
const decided = (key: InboxKey, status: string, step: Step): Promise<string | null> =>
  asOwner(async (tx) => {
    const id = await addItem(tx, key, status);
    const [stored] = await tx<{ status: string }[]>`select status from public.${tx(INBOX[key].table)} where id = ${id}`;
    if (stored!.status !== status) throw new Error(`the item has the status ${stored!.status}`);
    await becomeRole(tx, "superadministrador");
    type Answer = { outcome: string; status?: string };
    const [row] = await tx<
      { answer: Answer }[]
    >`select public.${tx(INBOX[key].decide)}(${id}, ${step}, 'Motivo') as answer`;
    const { outcome, status: after } = row!.answer;
    return outcome === "saved" ? after! : outcome === "conflict" ? null : outcome;
  }).catch((error: Error) => {
    if (error.message === "invalid") return null;
    throw error;
  });

describe.each(INBOX_KEYS)("the declared statuses of %s", (key) => {
  it("are those of the check constraint", async () => {
    const [row] = await sql<{ text: string }[]>`
      select pg_get_constraintdef(oid) as text from pg_catalog.pg_constraint
      where conrelid = ${`public.${INBOX[key].table}`}::regclass and conname = ${`${INBOX[key].table}_status_check`}`;
    expect(wordsOfCheck(row!.text).toSorted()).toEqual(statusesOf(key).toSorted());
  });

  it.each(statusesOf(key))("%s changes with every decision as declared", async (status) => {
    const answers: Record<string, string | null> = {};
    for (const step of STEPS) answers[step] = await decided(key, status, step);
    expect(answers).toEqual(Object.fromEntries(STEPS.map((step) => [step, nextStatus(key, status, step)])));
  });
});
