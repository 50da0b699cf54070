import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { repetitions } from "../../support/repetitions";
import { ID_OF } from "../actors";
import { becomeRole, sql } from "../as-role";
import { factsOf, send } from "../commerce/money";

/** Concurrent callers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 20, onnotice: () => {} });
afterAll(() => many.end());

const ROUNDS = repetitions(3, 30);
const CALLERS = 20;
const PRICE = 12_000;

let place = "";
let offer = "";

beforeEach(async () => {
  const slug = `corrida-${randomUUID()}`;
  const [service] = await sql<{ id: string }[]>`
    insert into public.services (category_key, name, slug, state_abbr, status, source, check_date)
    values ('other', 'Oficina da Corrida', ${slug}, 'SC', 'published', 'teste', current_date) returning id`;
  place = service!.id;
  await sql`insert into public.service_members (service_id, account_id, role) values (${place}, ${ID_OF.user}, 'owner')`;
  const [plan] = await sql<{ id: string }[]>`
    insert into public.publication_plans (name, price, plan_type, duration_days)
    values ('Destaque', ${PRICE / 100}, 'listing', 30) returning id`;
  offer = plan!.id;
});
afterEach(async () => {
  await sql`
    delete from public.payments where subject_id in (select id from public.service_plans where service_id = ${place})`;
  await sql`delete from public.services where id = ${place}`;
  await sql`delete from public.notifications where starts_with(link, ${`/painel/lugares/${place}`})`;
  await sql`delete from public.publication_plans where id = ${offer}`;
});

const order = (): Promise<string> =>
  many.begin(async (tx) => {
    await becomeRole(tx, "user");
    const [row] = await tx<{ id: string }[]>`
      select public.order_service_plan(${place}, ${offer}, ${randomUUID()}) ->> 'id' as id`;
    return row!.id;
  });

const open = (plan: string, method: "card" | "pix"): Promise<string> =>
  many.begin(async (tx) => {
    await becomeRole(tx, "user");
    return (await tx<{ id: string }[]>`select public.open_plan_payment(${plan}, ${method}) ->> 'id' as id`)[0]!.id;
  });

const approve = (pix: string) =>
  many.begin(async (tx) => {
    await becomeRole(tx, "main_admin");
    await tx`select public.decide_pix(${pix}, 'approve')`;
  });

const times = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: CALLERS }, run));

it(`${CALLERS} orders at the same time are one, with one payment per method`, { timeout: 120_000 }, async () => {
  const orders = new Set(await times(order));
  expect(orders.size).toBe(1);
  const [plan] = orders;
  expect(new Set(await times(() => open(plan!, "pix"))).size).toBe(1);
});

it("simultaneous card events and Pix decisions pay a plan once @stress", { timeout: 600_000 }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = await order();
    const [card, pix] = [await open(plan, "card"), await open(plan, "pix")];
    const facts = factsOf(
      "checkout.session.completed",
      { id: card, session: `cs_${card}`, intent: `pi_${card}` },
      PRICE,
    );
    await Promise.all([times(() => send(many, "checkout.session.completed", facts)), times(() => approve(pix))]);
    const [seen] = await sql`
      select status, (payment_id in (${card}, ${pix})) as known,
        (select count(*)::integer from public.payments where id in (${card}, ${pix}) and status = 'paid') as paid,
        (select count(*)::integer from public.payments where id in (${card}, ${pix}) and needs_refund and id <> service_plans.payment_id) as owed
      from public.service_plans where id = ${plan}`;
    expect(seen).toEqual({ status: "active", known: true, paid: 2, owed: 1 });
  }
  // Each round renews the plan: the periods follow each other without a gap or an overlap.
  const [periods] = await sql`
    select count(*)::integer as plans, max(ends_on) - min(starts_on) + 1 as days
    from public.service_plans where service_id = ${place} and status = 'active'`;
  expect(periods).toEqual({ plans: ROUNDS, days: ROUNDS * 30 });
});
