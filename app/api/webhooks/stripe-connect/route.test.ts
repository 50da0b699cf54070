import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

const rpc = vi.hoisted(() => vi.fn<(name: string, args: Record<string, unknown>) => unknown>());
const readAccount = vi.hoisted(() => vi.fn<(account: string) => unknown>());
vi.mock("@/lib/platform/supabase/service", () => ({ createServiceClient: () => ({ rpc }) }));
vi.mock("@/lib/platform/payments/service", async (original) => ({ ...(await original<object>()), readAccount }));

const SECRET = "whsec_of_connected_accounts";
const ACCOUNT = "acct_ClubeDaSerra";
vi.stubEnv("STRIPE_CONNECT_WEBHOOK_SECRET", SECRET);
vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_of_the_portal");
vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_unit");
vi.resetModules();
const { POST } = await import("./route");

const now = () => Math.floor(Date.now() / 1000);
const post = (event: object, secret = SECRET) => {
  const body = JSON.stringify({ id: "evt_1", object: "event", created: now(), livemode: false, ...event });
  const signature = `t=${now()},v1=${createHmac("sha256", secret).update(`${now()}.${body}`).digest("hex")}`;
  const headers = { "stripe-signature": signature };
  return POST(new Request("http://localhost/api/webhooks/stripe-connect", { method: "POST", body, headers }));
};
const PAID = {
  type: "checkout.session.completed",
  account: ACCOUNT,
  data: { object: { id: "cs_1", payment_status: "paid", amount_total: 100, currency: "brl" } },
};
const UPDATED = { type: "account.updated", account: ACCOUNT, data: { object: { id: ACCOUNT } } };

beforeEach(() => {
  rpc.mockReset().mockResolvedValue({ data: "paid", error: null });
  readAccount.mockReset().mockResolvedValue({ name: "Clube", hasDetails: true, takesCharges: true });
});
afterAll(() => vi.unstubAllEnvs());

describe("webhook of connected accounts", () => {
  it("takes only events that are signed with its own secret", async () => {
    expect((await post(PAID, "whsec_of_the_portal")).status).toBe(400);
    expect(rpc).not.toHaveBeenCalled();
    expect((await post(PAID)).status).toBe(200);
  });

  it("passes the account of a payment on to the database", async () => {
    await post(PAID);
    expect(rpc).toHaveBeenCalledWith(
      "record_stripe_event",
      expect.objectContaining({ facts: expect.objectContaining({ account: ACCOUNT, session_id: "cs_1" }) as unknown }),
    );
  });

  it("ignores an event without an account, and one of live mode with a key of test mode", async () => {
    await post({ ...PAID, account: undefined });
    await post({ ...PAID, account: "other" });
    await post({ ...UPDATED, livemode: true });
    expect(rpc).not.toHaveBeenCalled();
  });

  it("reads the state of a changed account from Stripe instead of from the event", async () => {
    readAccount.mockResolvedValue({ name: "Clube", hasDetails: true, takesCharges: false });
    await post(UPDATED);
    expect(rpc).toHaveBeenCalledWith(
      "record_stripe_account",
      expect.objectContaining({ account: ACCOUNT, name: "Clube", details_submitted: true, charges_enabled: false }),
    );
  });

  it("notes that an account was disconnected without asking Stripe", async () => {
    await post({ ...UPDATED, type: "account.application.deauthorized", data: { object: { id: "ca_1" } } });
    expect(readAccount).not.toHaveBeenCalled();
    expect(rpc).toHaveBeenCalledWith(
      "record_stripe_account",
      expect.objectContaining({ account: ACCOUNT, is_disconnected: true }),
    );
  });
});
