import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startSmtpDouble } from "../../tests/support/smtp-double";
import { startStripeDouble } from "../../tests/support/stripe-double";
import { checkMail } from "./mail";
import { checkStripe } from "./stripe";
import { STRIPE_EVENTS } from "../../lib/platform/supabase/database-constants/commerce";

const SITE = "https://portal.example.org";
const ENDPOINT = `${SITE}/api/webhooks/stripe`;

const texts = (found: readonly { level: string; text: string }[]) => found.map(({ level, text }) => `${level} ${text}`);

type Endpoint = { url: string; status: string; enabled_events: readonly string[] };
const endpoint = (change: Partial<Endpoint> = {}): Endpoint => ({
  url: ENDPOINT,
  status: "enabled",
  enabled_events: STRIPE_EVENTS,
  ...change,
});

/** What preflight finds with the product's own Stripe client and a double of the API. */
async function stripeFinds(
  endpoints: readonly Endpoint[],
  card: object = {},
  secretKey = "sk_live_x",
): Promise<string[]> {
  const double = await startStripeDouble({ endpoints });
  onTestFinished(double.close);
  vi.resetModules();
  vi.stubEnv("STRIPE_API_BASE", double.url);
  vi.stubEnv("STRIPE_SECRET_KEY", secretKey);
  const { listWebhookEndpoints } = await import("../../lib/commerce/payments/service");
  const found = await checkStripe({
    siteUrl: SITE,
    secretKey,
    webhookSecret: "whsec_x",
    publishableKey: "pk_live_x",
    isEnabled: true,
    list: listWebhookEndpoints,
    ...card,
  });
  return texts(found);
}

describe("the check of Stripe", () => {
  it("accepts live keys and an endpoint with the handled events, or with all", async () => {
    for (const events of [STRIPE_EVENTS, ["*"]])
      expect(await stripeFinds([endpoint({ enabled_events: events })])).toEqual([expect.stringMatching(/^ok Stripe/)]);
  });

  it.each([
    [
      "no endpoint",
      [endpoint({ url: "https://other.example.org/api/webhooks/stripe" })],
      /nenhum webhook para este site/,
    ],
    ["a disabled one", [endpoint({ status: "disabled" })], /o webhook está desligado/],
    [
      "missing events",
      [endpoint({ enabled_events: STRIPE_EVENTS.slice(1) })],
      /faltam eventos no webhook: checkout\.session\.completed$/,
    ],
  ])("reports %s", async (_, endpoints, text) => {
    expect(await stripeFinds(endpoints)).toEqual([expect.stringMatching(text)]);
  });

  it("reports keys of different modes, a test key and a missing webhook secret", async () => {
    const found = await stripeFinds([endpoint()], { webhookSecret: undefined }, "sk_test_x");
    expect(found).toEqual([
      expect.stringMatching(/^warning Stripe: chave de teste/),
      expect.stringMatching(/^failure Stripe: chave publicável de outro modo/),
      expect.stringMatching(/^failure STRIPE_WEBHOOK_SECRET/),
      expect.stringMatching(/^ok Stripe/),
    ]);
  });

  it("reports a key that Stripe refuses, and asks to check by hand with a restricted one", async () => {
    expect(await stripeFinds([endpoint()], {}, "pk_live_x")).toEqual([
      expect.stringMatching(/StripeAuthenticationError/),
    ]);
    const list = () => Promise.reject(Object.assign(new Error("no"), { type: "StripePermissionError" }));
    expect(await stripeFinds([], { list })).toEqual([expect.stringMatching(/^warning Stripe: a chave restrita/)]);
  });

  it("needs nothing while cards are off", async () => {
    const off = { secretKey: undefined, isEnabled: false };
    expect(await stripeFinds([], off)).toEqual(["ok cartão: desligado"]);
    expect(await stripeFinds([], { ...off, isEnabled: true })).toEqual([
      expect.stringMatching(/^failure cartão: ligado/),
    ]);
  });
});

/** What preflight finds with the product's own mail client. */
async function mailFinds(smtpUrl: string, mailFrom?: string): Promise<string[]> {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtpUrl);
  const { verifyMails } = await import("../../lib/platform/mails/service");
  return texts(await checkMail({ smtpUrl, mailFrom, verify: verifyMails }));
}

describe("the check of SMTP", () => {
  it("connects without sending a mail", async () => {
    const double = await startSmtpDouble();
    onTestFinished(double.close);
    expect(await mailFinds(double.url, "Portal <portal@example.org>")).toEqual(["ok SMTP: 127.0.0.1 aceita a conexão"]);
    expect(double.arrived()).toBe(0);
  });

  it("reports a server that does not answer, and a missing sender", async () => {
    const double = await startSmtpDouble();
    expect(await mailFinds(double.url)).toContainEqual(expect.stringMatching(/^warning MAIL_FROM/));
    await double.close();
    expect(await mailFinds(double.url)).toEqual([
      expect.stringMatching(/^failure SMTP: 127\.0\.0\.1 recusou \(ESOCKET|ECONNREFUSED/),
    ]);
  });

  it("reports a missing address", async () => {
    expect(
      texts(await checkMail({ smtpUrl: undefined, mailFrom: undefined, verify: () => Promise.resolve() })),
    ).toEqual([expect.stringMatching(/^failure SMTP_URL: falta/)]);
  });
});
