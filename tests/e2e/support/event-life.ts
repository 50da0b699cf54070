import { randomBytes, randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import type { Sql } from "postgres";
import type { Role } from "../../../lib/platform/auth/permissions";
import { addDays, brazilianDay } from "../../../lib/platform/dates";
import { demoAccount, openSession } from "./accounts";
import { createAccount, deleteAccount, type OwnAccount } from "./own-account";
import { textOfQrCode } from "./qr-image";
import { confirmByMail } from "./registering";
import { expect, test as base, type Page } from "./test";
import { variable } from "./variable";

const MARK = randomUUID().slice(0, 8);
export const TITLE = `Encontro da vida inteira ${MARK}`;
/** A token that no link has. */
export const REFUSED_TOKEN = randomBytes(32).toString("base64url");

export const PEOPLE = {
  publico: "Ana Visitante",
  expositor: "Caio Expositor",
  mercado_pulga: "Eva do Mercado",
  food_truck: "Dora do Caminhão",
  expositor_comercial: "Gil Comercial",
} as const;
export type Kind = keyof typeof PEOPLE;
/** Whom the organiser names for check-in. */
export const VOLUNTEER = "Rui da Portaria";

export const emailOf = (kind: Kind | "desiste") => `${kind}-${MARK}@example.org`;

/** What earlier steps leave for later ones. */
export type Life = { owner: OwnAccount; club: string; event: string; slug: string; codes: Record<Kind, string> };

/** A club with an owner. */
export async function beginLife(sql: Sql): Promise<Life> {
  const owner = await createAccount(sql, "user");
  const [club] = await sql<{ id: string }[]>`
    insert into public.clubs (name, slug, state_abbr, city_ibge, meeting_rule, sources, status)
    values (${`Clube da vida inteira ${MARK}`}, ${`clube-da-vida-${MARK}`}, 'SC', 4205407, 'Último domingo do mês, às 9h', '{jornal}', 'published')
    returning id`;
  await sql`insert into public.club_members (club_id, user_id, role) values (${club!.id}, ${owner.id}, 'owner')`;
  return { owner, club: club!.id, event: "", slug: "", codes: {} as Record<Kind, string> };
}

export async function endLife(sql: Sql, { owner, club }: Life): Promise<void> {
  const events = await sql<{ id: string }[]>`select id from public.events where club_id = ${club}`;
  for (const { id } of events) {
    await sql`delete from public.certificates where event_id = ${id}`;
    await sql`
      delete from public.payments where subject_id in (select id from public.event_registrations where event_id = ${id})`;
    await sql`delete from public.event_registrations where event_id = ${id}`;
    await sql`delete from public.events where id = ${id}`;
  }
  await sql`delete from public.clubs where id = ${club}`;
  await deleteAccount(sql, owner);
}

type OpenOptions = { url?: string; serviceWorkers?: "allow" | "block" };
export const test = base.extend<{ openAs: (role: Role | null, options?: OpenOptions) => Promise<Page> }>({
  /** A page in a separate browser, signed in as the demo account of a role or not at all. */
  openAs: async ({ browser, baseURL, extraHTTPHeaders }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (role, { url = baseURL!, serviceWorkers = "block" } = {}) => {
      const context = await browser.newContext({ baseURL: url, serviceWorkers, extraHTTPHeaders });
      opened.push(context);
      await context.addInitScript(() => {
        sessionStorage.setItem("splash", "shown");
        sessionStorage.setItem("gpsAsked", "1");
      });
      if (role) {
        const { cookies } = await openSession(demoAccount(role));
        await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
      }
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

export async function signInOwner(page: Page, { owner }: Life): Promise<void> {
  const cookies = owner.session.cookies.map((cookie) => ({ ...cookie, url: variable("E2E_BASE_URL") }));
  await page.context().addCookies(cookies);
}

/** Fills in the steps of the form of an event, with one kind of registration of each sort. */
export async function fillEvent(page: Page): Promise<void> {
  const field = (name: string) => page.locator(`main [name="${name}"]`);
  const onward = () => page.getByRole("button", { name: "Continuar" }).click();
  await field("title").fill(TITLE);
  await field("description").fill("Carros antigos, peças, comida e música o dia inteiro no parque.");
  await field("organizer_phone").fill("48 99999-0000");
  await onward();
  await field("venue").fill("Parque de Coqueiros");
  await field("pin").fill("-27.60600, -48.57600");
  await onward();
  const day = addDays(brazilianDay(Date.now()), 30);
  await field("startDay").fill(day);
  await field("startTime").fill("09:00");
  await field("endDay").fill(day);
  await field("endTime").fill("17:00");
  await field(`programme.${day}`).fill("09:00 Abertura\n15:00 Premiação");
  await onward();
  await onward();
  await field("min_vehicle_age").fill("30");
  await onward();
  for (const name of ["Público", "Expositor", "Mercado de pulgas", "Food truck", "Expositor comercial"])
    await page.getByRole("button", { name, exact: true }).click();
  await field("kinds.1.requires_approval").check();
  await field("kinds.2.price_cents").fill("80,00");
  await field("kinds.3.price_cents").fill("150,00");
  await field("kinds.4.capacity").fill("1");
  await onward();
  // The stands are added later.
  await onward();
  await field("team").fill(`${VOLUNTEER}, 48 98888-0000`);
  await onward();
}

/** Fills in name and contact, sends the form, confirms the address and opens the page of the registration. */
export async function registerAs(page: Page, kind: Kind): Promise<void> {
  await page.getByLabel("Nome completo").fill(PEOPLE[kind]);
  await page.getByLabel("E-mail").fill(emailOf(kind));
  await page.getByLabel("WhatsApp ou telefone").fill("48 99999-0000");
  await page.getByLabel(/^Concordo que o portal/).check();
  await page.getByRole("button", { name: "Enviar inscrição" }).click();
  await expect(page.getByRole("heading", { name: "Confira o seu e-mail" })).toBeVisible();
  await confirmByMail(page, emailOf(kind));
  await expect(page.getByRole("heading", { name: "Inscrição recebida" })).toBeVisible();
}

export const status = (page: Page) => page.locator("[data-status]");

/** Opens the badge from the page of the registration and keeps the text of its QR code. */
export async function openBadge(page: Page, life: Life, kind: Kind): Promise<void> {
  await page.getByRole("link", { name: "Abrir o crachá" }).click();
  await expect(page.locator("[data-badge=a6]")).toContainText(PEOPLE[kind]);
  life.codes[kind] = await textOfQrCode(page.getByAltText("QR code da entrada"));
  expect(life.codes[kind]).toMatch(/^LCE1[A-Z2-7]+$/);
}
