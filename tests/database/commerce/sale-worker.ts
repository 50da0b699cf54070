/** A process that saves sales with the product's code, as a seller, until it is killed. */
import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import WebSocket from "ws";
import { saveSale } from "@/lib/commerce/sales/mutations";

globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

type Order = { url: string; key: string; token: string; sellerId: string; planId: string; today: string };

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

process.on("message", (order: Order) => {
  void work(order);
});
process.send?.("ready");

async function work({ url, key, token, sellerId, planId, today }: Order): Promise<void> {
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}` } },
  });
  for (;;) {
    const facts = {
      client_request_id: randomUUID(),
      plan_id: planId,
      seen_price_cents: 19050,
      start_date: today,
      placements: [],
      states: [],
      client_company_name: "Empresa",
      client_document: "52998224725",
      is_remote_signing: false,
      accepts_terms: true,
      client_contact_name: "Ana",
      client_email: "ana@example.org",
      client_phone: "(49) 98888-0000",
      terms_version: "2026-11-2",
      replaces_sale_id: null,
      signed_with: "crash test",
    };
    process.send?.("begun");
    const outcome = await saveSale(client as never, sellerId, facts, { seller: PNG, client: PNG });
    process.send?.(outcome.outcome === "saved" ? "saved" : `failed ${JSON.stringify(outcome)}`);
  }
}
