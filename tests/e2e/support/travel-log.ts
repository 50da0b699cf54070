import { randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import type { Sql } from "postgres";
import type { OwnAccount } from "./own-account";
import { expect, type Page } from "./test";

export const ADD_PATH = "/diario-de-bordo/anotar";

/** Stores a car of an account with a reading of 45,000 km. */
export async function addCar(sql: Sql, owner: OwnAccount, nickname = "Opala 74"): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into public.vehicles (id, owner_id, nickname, make, model, year_made, fuels)
    values (${id}, ${owner.id}, ${nickname}, 'Chevrolet', 'Opala', 1974, '{gasoline,ethanol}')`;
  await sql`
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km)
    values (${randomUUID()}, ${id}, ${owner.id}, 'km', current_date - 30, 45000)`;
  return id;
}

export const signInAs = (context: BrowserContext, account: OwnAccount, url: string) =>
  context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url })));

/** Opens the page that adds entries and waits for the cars of the device. */
export async function openQuickLog(page: Page, siteUrl: string): Promise<void> {
  await page.goto(siteUrl + ADD_PATH);
  await expect(page.locator("[data-log=ready]")).toBeVisible();
  await expect(page.getByRole("group", { name: "O que você anotou?" })).toBeVisible();
}

/** Entries and files that the page shows as waiting on the device. */
export const waitingIs = (page: Page, entries: number, files = 0) =>
  expect(page.locator(`[data-waiting="${entries}"][data-files="${files}"]`)).toBeAttached();

/** Adds an expense; resolves when the page shows that it is stored on the device. */
export async function addExpense(page: Page, reais: string): Promise<void> {
  await page.getByRole("button", { name: "Despesa", exact: true }).click();
  await page.getByLabel("Valor (R$)").fill(reais);
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.locator("[data-saved]")).toBeVisible();
}

export type LogRow = { id: string; kind: string; cents: number | null; km: number | null; version: number };

/** Entries of a car on the server, the oldest first. */
export async function logOf(sql: Sql, car: string): Promise<LogRow[]> {
  return [
    ...(await sql<LogRow[]>`
      select id, kind, total_cents::integer as cents, km::float8 as km, version from public.vehicle_entries
      where vehicle_id = ${car} and deleted_at is null order by created_at, id`),
  ];
}
