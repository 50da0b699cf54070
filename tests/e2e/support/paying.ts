import { randomUUID } from "node:crypto";
import type { APIRequestContext, Browser } from "@playwright/test";
import type { Sql } from "postgres";
import type { Role } from "../../../lib/platform/auth/permissions";
import { toast } from "./page";
import { fillSale, PHONE, save, sign, traveller } from "./selling";
import { expect, type Page } from "./test";

type VisitorAs = (role: Role | null) => Promise<APIRequestContext>;

/** Enables payment methods like the settings page does. */
export async function offer(sql: Sql, visitorAs: VisitorAs, { card = true, pix = true } = {}): Promise<void> {
  await sql`update public.payment_settings set value = ${sql.json({ enabled: card, publishable_key: "pk_test_double", default_price_id: "" })} where key = 'stripe_config'`;
  await sql`update public.payment_settings set value = ${sql.json({ enabled: pix, pix_key: "caixa@exemplo.com.br", pix_key_type: "email", recipient_name: "Portal LACAMBECHE", city: "Florianópolis" })} where key = 'pix_config'`;
  // Tests publish events with new accounts, for which the portal does not collect by itself.
  await sql`
    insert into public.payment_settings (key, value, is_public) values ('event_collecting', '{"enabled": true}', true)
    on conflict (key) do update set value = excluded.value`;
  const answer = await (
    await visitorAs("superadministrador")
  ).post("/api/revalidate", { data: { tags: ["payment_settings"] } });
  expect(answer.status()).toBe(204);
}

export const state = (page: Page) => page.locator("[data-state]");

/** A client's phone: not signed in, and with Stripe's script blocked. */
export async function phoneOf(browser: Browser, baseURL: string) {
  const context = await browser.newContext({
    viewport: PHONE,
    baseURL,
    extraHTTPHeaders: { "x-forwarded-for": `client-${randomUUID()}` },
  });
  await context.addInitScript(() => {
    sessionStorage.setItem("splash", "shown");
    sessionStorage.setItem("gpsAsked", "1");
  });
  await context.route("https://js.stripe.com/**", (route) => route.abort());
  return { context, page: await context.newPage() };
}

/** Creates a sale with both signatures as a seller; returns the payment address sent to the client. */
export async function sellTo(seller: Awaited<ReturnType<typeof traveller>>, company: string): Promise<string> {
  await fillSale(seller.page, company);
  await seller.page.getByRole("checkbox", { name: "Li e aceito os termos de venda" }).check();
  await sign(seller.page, "Assinatura do vendedor");
  await sign(seller.page, "Assinatura do cliente");
  await seller.context.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  const messenger = seller.context.waitForEvent("page");
  await save(seller.page).click();
  await expect(toast(seller.page, "Venda Registrada!")).toBeVisible();
  const whatsapp = await messenger;
  await whatsapp.waitForURL(/wa\.me\/5549988880000/);
  const link = /https?:\S+\/pagamento\/[\w-]+/.exec(new URL(whatsapp.url()).searchParams.get("text") ?? "");
  await whatsapp.close();
  expect(link).not.toBeNull();
  return new URL(link![0]).pathname;
}
