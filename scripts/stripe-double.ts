import { existsSync } from "node:fs";
import { startStripeDouble } from "../tests/support/stripe-double";
import { printLine, stopWithReason } from "./start/console";

/** Address of the Stripe double when `STRIPE_API_BASE` is not set. */
const ADDRESS = "http://127.0.0.1:4840";

async function main() {
  for (const file of [".env.local", ".env"]) if (existsSync(file)) process.loadEnvFile(file);
  const { hostname, port } = new URL(process.env.STRIPE_API_BASE || ADDRESS);
  if (hostname !== "127.0.0.1" && hostname !== "localhost")
    throw new Error("STRIPE_API_BASE aponta para outra máquina.");
  const secret = process.env.STRIPE_WEBHOOK_SECRET || "whsec_local";
  const site = process.env.NEXT_PUBLIC_SITE_URL || `http://localhost:${process.env.PORT || 3000}`;
  const connectSecret = process.env.STRIPE_CONNECT_WEBHOOK_SECRET || "whsec_local_connect";
  const double = await startStripeDouble({
    port: Number(port),
    webhook: `${site}/api/webhooks/stripe`,
    secret,
    connectWebhook: `${site}/api/webhooks/stripe-connect`,
    connectSecret,
  });
  printLine(
    `\n  Stripe de mentira em ${double.url}; avisos para ${site}/api/webhooks/stripe\n\n  No arquivo .env.local do portal:\n    STRIPE_SECRET_KEY=sk_test_local\n    STRIPE_WEBHOOK_SECRET=${secret}\n    STRIPE_CONNECT_WEBHOOK_SECRET=${connectSecret}\n    STRIPE_API_BASE=${double.url}\n\n  Ctrl-C encerra.`,
  );
}

main().catch(stopWithReason);
