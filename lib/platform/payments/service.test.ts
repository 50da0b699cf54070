import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startStripeDouble, type StripeDouble } from "../../../tests/support/stripe-double";

const PAGE = "http://localhost:3000/painel/eventos/1/recebimento";
let double: StripeDouble;
let service: typeof import("./service");
let card: typeof import("../../commerce/payments/service");

beforeAll(async () => {
  double = await startStripeDouble({});
  vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_unit");
  vi.stubEnv("STRIPE_API_BASE", double.url);
  vi.stubEnv("STRIPE_CONNECT_WEBHOOK_SECRET", "whsec_unit");
  vi.resetModules();
  service = await import("./service");
  card = await import("../../commerce/payments/service");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await double.close();
});

const ENABLED = { details_submitted: true, charges_enabled: true, business_profile: { name: "Clube da Serra" } };
const connected = async (key: string) => {
  const account = await service.createAccount("event", key);
  await double.change(account, ENABLED);
  return account;
};
const checkout = (account: string | null, id: string) =>
  card.createCheckout({
    payment: { id, amount_cents: 4500, expires_at: null },
    product: "Encontro",
    reference: "registration",
    metadata: { type: "registration" },
    successUrl: PAGE,
    cancelUrl: PAGE,
    account,
  });
/** Reads an object of the double with the header of an account, as the API does. */
const statusIn = async (account: string | null, path: string) =>
  (
    await fetch(double.url + path, {
      headers: { authorization: "Bearer sk_test_unit", ...(account && { "stripe-account": account }) },
    })
  ).status;

describe("a connected account", () => {
  it("is created once for a key, and is read as Stripe has it", async () => {
    const account = await service.createAccount("event", "stripe-account-1-0");
    expect(await service.createAccount("event", "stripe-account-1-0")).toBe(account);
    expect(await service.readAccount(account)).toEqual({ name: null, hasDetails: false, takesCharges: false });
    await double.change(account, ENABLED);
    expect(await service.readAccount(account)).toEqual({
      name: "Clube da Serra",
      hasDetails: true,
      takesCharges: true,
    });
  });

  it("has a form that opens once and returns to the page", async () => {
    const account = await service.createAccount("event", "stripe-account-2-0");
    const url = await service.onboardingUrl(account, PAGE);
    expect(await (await fetch(url)).text()).toContain(account);
    const again = await fetch(url, { redirect: "manual" });
    expect(again.headers.get("location")).toBe(`${PAGE}?stripe=venceu`);
    const body = new URLSearchParams({ how: "done", name: "Clube da Serra" });
    const done = await fetch(url, { method: "POST", body, redirect: "manual" });
    expect(done.headers.get("location")).toBe(`${PAGE}?stripe=voltou`);
    expect(await service.readAccount(account)).toMatchObject({ name: "Clube da Serra", takesCharges: true });
    expect(double.events.at(-1)).toMatchObject({ type: "account.updated", account });
  });

  it("that was disconnected gives no access", async () => {
    const account = await connected("stripe-account-3-0");
    await double.deauthorize(account);
    expect(double.events.at(-1)).toMatchObject({ type: "account.application.deauthorized", account });
    expect(await service.readAccount(account)).toBeNull();
    await expect(checkout(account, "payment-of-none")).rejects.toThrow("does not have access");
    await expect(card.expireCardPage("cs_test_x", account)).resolves.toBeUndefined();
  });

  it("that Stripe has not enabled takes no charge", async () => {
    const account = await service.createAccount("event", "stripe-account-4-0");
    await expect(checkout(account, "payment-of-new")).rejects.toThrow("cannot currently make charges");
  });
});

describe("a payment to a connected account", () => {
  it("is in that account only, by card, and its events name it", async () => {
    const [account, other] = [await connected("stripe-account-5-0"), await connected("stripe-account-6-0")];
    const { id } = await checkout(account, "payment-1");
    expect((await checkout(account, "payment-1")).id).toBe(id);
    // A key of one account is another key in another one.
    expect((await checkout(other, "payment-1")).id).not.toBe(id);
    const path = `/v1/checkout/sessions/${id}`;
    expect([await statusIn(account, path), await statusIn(other, path), await statusIn(null, path)]).toEqual([
      200, 404, 404,
    ]);
    await double.pay(id, "card");
    const paid = double.events.filter(({ data }) => data.object.id === id).at(-1);
    expect(paid).toMatchObject({ type: "checkout.session.completed", account });
  });

  it("is refunded through its account, once per key", async () => {
    const account = await connected("stripe-account-7-0");
    const { id } = await checkout(account, "payment-2");
    await double.pay(id, "card");
    const refund = { intent: String(double.object(id).payment_intent), cents: 1000, by: "treasurer" };
    await expect(service.refundCard({ ...refund, key: "refund-portal" })).rejects.toThrow("service.unavailable");
    await service.refundCard({ ...refund, key: "refund-1", account });
    await service.refundCard({ ...refund, key: "refund-1", account });
    const refunds = double.events.filter((event) => event.type === "charge.refunded" && event.account === account);
    expect(refunds.map(({ data }) => data.object.amount_refunded)).toEqual([1000]);
  });

  it("loses its open page when it must not be paid any more", async () => {
    const account = await connected("stripe-account-8-0");
    const { id } = await checkout(account, "payment-3");
    await card.expireCardPage(id);
    expect(double.object(id).status).toBe("open");
    await card.expireCardPage(id, account);
    expect(double.object(id).status).toBe("expired");
  });
});
