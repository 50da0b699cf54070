import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { enrolDevice } from "../../database/events/gate-rows";
import { allowPayment, register } from "../../database/events/registration-support";
import { confirmByMail } from "./registering";
import { openAlive } from "./page";
import { expect, type Page } from "./test";

const MARK = randomUUID().slice(0, 8);
export const TITLE = `Encontro dos trezentos ${MARK}`;
/** Cars of the meeting: those of the form, and those that call the same function as the form. */
export const CARS = 300;
export const VISITORS = 10;
/** People who fill in the form themselves. */
export const BY_FORM = ["Ana Antiga", "Bento Antigo", "Clara Antiga"] as const;
export const emailOf = (name: string) => `${name.split(" ")[0]!.toLowerCase()}-${MARK}@example.org`;
export const visitorEmail = (number: number) => `visita-${number}-${MARK}@example.org`;
/** Plate of a car of the meeting. */
export const plateOf = (number: number) => `QRS${String(number).padStart(4, "0")}`;

/** Last year's meeting of an account: exhibitors with approval, visitors, and stalls with a price that rises. */
export async function addLastYear(sql: Sql, organiser: string): Promise<string> {
  await allowPayment(sql);
  const [event] = await sql<{ id: string }[]>`
    insert into public.events (slug, title, status, organizer_id, organizer_name, organizer_phone, state_abbr, municipality_ibge, town,
      venue, lat, lng, starts_at, ends_at, description, rules, min_vehicle_age, published_at, certificate_template_id)
    select ${`trezentos-${MARK}`}, ${TITLE}, 'published', ${organiser}, 'Clube dos trezentos', '48 99999-0000', 'SC', 4205407, 'Florianópolis',
      'Parque de Coqueiros', -27.606, -48.576, starts_at, starts_at + interval '8 hours',
      'Carros antigos, peças e música o dia inteiro no parque.', 'Chegue até as 9h.', 30, now() - interval '400 days',
      (select id from public.certificate_templates where is_active and language = 'pt-BR' order by created_at, id limit 1)
    from (select date_trunc('day', now()) - interval '300 days' + interval '12 hours' as starts_at) as dated returning id`;
  const id = event!.id;
  await sql`
    insert into public.event_registration_types (event_id, kind, name, price_cents, capacity, requires_approval, position, price_steps)
    select ${id}, kinds.kind, kinds.name, price, kinds.capacity, kinds.kind = 'expositor', place,
      case when price > 0 then jsonb_build_array(jsonb_build_object('price_cents', 10000, 'starts_at',
        to_char((events.starts_at - interval '20 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))) else '[]' end
    from public.events, (values ('expositor', 'Carro em exposição', 0, 400, 0), ('publico', 'Visitante', 0, null, 1),
      ('mercado_pulga', 'Box da feira', 8000, 20, 2)) as kinds (kind, name, price, capacity, place)
    where events.id = ${id}`;
  return id;
}

/** Deletes both meetings with everything that belongs to them. */
export async function removeMeetings(sql: Sql): Promise<void> {
  const events = await sql<{ id: string }[]>`select id from public.events where title = ${TITLE}`;
  const ids = events.map(({ id }) => id);
  await sql`delete from public.certificates where event_id = any (${ids})`;
  await sql`delete from public.event_registrations where event_id = any (${ids})`;
  await sql`delete from public.events where id = any (${ids})`;
}

/**
 * The other registrations, with the functions that the form and the button behind its mail call. Their cars have addresses
 * that receive no mail, because the mailbox of the tests keeps 500; the mails of the visitors' forms are not sent.
 */
export async function registerOthers(sql: Sql, event: string): Promise<void> {
  const types = await sql<{ id: string; kind: string }[]>`
    select id, kind from public.event_registration_types where event_id = ${event}`;
  const typeOf = new Map(types.map(({ id, kind }) => [kind, id]));
  await sql.begin(async (tx) => {
    for (let number = 1; number <= CARS - BY_FORM.length; number += 1)
      await register(tx, typeOf.get("expositor")!, {
        full_name: `Pessoa ${number}`,
        email: `carro-${number}-${MARK}@walk-in.invalid`,
        document: null,
        company: null,
        vehicles: [{ make: "Ford", model: "Corcel", year: 1972, plate: plateOf(number) }],
        answers: { rules_consent: true },
      });
    for (let number = 1; number <= VISITORS; number += 1)
      await register(tx, typeOf.get("publico")!, {
        full_name: `Visita ${number}`,
        email: visitorEmail(number),
        document: null,
        company: null,
      });
    await tx`delete from private.outbox where job = 'send-mail' and data ->> 'to' like ${`visita-%-${MARK}@example.org`}`;
  });
}

/** A person registers a car with the form and presses the button of the mail. */
export async function registerCar(page: Page, slug: string, name: string): Promise<void> {
  await openAlive(page, `/inscricao-expositor?evento=${slug}`);
  await page.getByLabel("Nome completo").fill(name);
  await page.getByLabel("E-mail").fill(emailOf(name));
  await page.getByLabel("WhatsApp ou telefone").fill("48 99999-0000");
  await page.getByLabel("Marca").fill("Volkswagen");
  await page.getByLabel("Modelo").fill("Fusca");
  await page.getByLabel("Ano", { exact: true }).fill("1968");
  await page.getByLabel("Li e aceito o regulamento do evento").check();
  await page.getByLabel(/^Concordo que o portal/).check();
  await page.getByRole("button", { name: "Enviar inscrição" }).click();
  await expect(page.getByRole("heading", { name: "Confira o seu e-mail" })).toBeVisible();
  await confirmByMail(page, emailOf(name));
  await page.getByRole("link", { name: "Ver a situação" }).click();
  await expect(page.locator("[data-status]")).toHaveAttribute("data-status", "pending");
}

/** Moves the event, as the passing of time does: it began and ended so many hours ago. */
export async function moveTo(sql: Sql, event: string, began: number, ended: number): Promise<void> {
  await sql`
    update public.events set starts_at = now() - make_interval(hours => ${began}), ends_at = now() - make_interval(hours => ${ended})
    where id = ${event}`;
}

/** A device of a volunteer reads the badges of the cars that were not registered with the form. */
export async function readOthers(sql: Sql, event: string): Promise<void> {
  const token = await enrolDevice(sql, event);
  const [list] = await sql<{ id: string }[]>`
    select id from public.event_checkin_lists where event_id = ${event} and purpose = 'entry' order by position limit 1`;
  const people = await sql<{ id: string; badge_version: number }[]>`
    select id, badge_version from public.event_registrations
    where event_id = ${event} and email like ${`carro-%-${MARK}@walk-in.invalid`}`;
  const readings = people.map(({ id, badge_version: badgeVersion }) => ({
    nonce: randomUUID(),
    listId: list!.id,
    registrationId: id,
    badgeVersion,
    scannedAt: new Date().toISOString(),
    isOffline: false,
  }));
  const [answer] = await sql<{ answers: { result: string }[] }[]>`
    select public.record_checkins(${sql.json(readings)}, ${token}) as answers`;
  expect(answer!.answers.filter(({ result }) => result === "ok")).toHaveLength(CARS - BY_FORM.length);
}
