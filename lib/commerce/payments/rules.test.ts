import { describe, expect, it } from "vitest";
import { paymentSettings } from "./queries";
import {
  matchesSale,
  cardProblem,
  dueOf,
  entryTotals,
  eventFacts,
  isClosedMonth,
  isOwnUrl,
  modeOfKey,
  pageState,
  planPaymentPath,
  readPaymentQuery,
  reviewedRegistrations,
} from "./rules";
import type { OwnPayment, PagePayment } from "./schema";

describe("paymentSettings", () => {
  const stripe = { enabled: true, publishable_key: "pk_test_1", default_price_id: "price_1" };
  const pix = {
    enabled: true,
    pix_key: "caixa@exemplo.com",
    pix_key_type: "email",
    recipient_name: "Portal",
    city: "Lages",
  };
  const read = (card: unknown, account: unknown) =>
    paymentSettings([
      { key: "stripe_config", value: card },
      { key: "pix_config", value: account },
    ]);

  it("match the object of the specification", () => {
    expect(read(stripe, pix)).toEqual({
      isStripeEnabled: true,
      isPixEnabled: true,
      stripe: { publishable_key: "pk_test_1", default_price_id: "price_1" },
      pix: {
        pix_key: "caixa@exemplo.com",
        pix_key_type: "email",
        pix_beneficiary_name: "Portal",
        pix_beneficiary_city: "Lages",
      },
    });
  });

  it.each([
    ["no key", { ...stripe, publishable_key: "" }, pix, false, true],
    ["switched off", { ...stripe, enabled: false }, { ...pix, enabled: false }, false, false],
    ["a key of another type", stripe, { ...pix, pix_key_type: "cpf" }, true, false],
    ["rows of another shape", "x", [1], false, false],
    ["nothing stored", undefined, null, false, false],
  ])("with %s disable the method", (_, card, account, isCard, isPix) => {
    expect(read(card, account)).toMatchObject({ isStripeEnabled: isCard, isPixEnabled: isPix });
  });
});

it("the payment page of a plan is one of the state", () => {
  expect(planPaymentPath("SC", "1")).toBe("/sc/pagamento?plano=1");
});

describe("pageState", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const payment = (status: PagePayment["status"], expires_at: string | null = null): PagePayment => ({
    id: "1",
    method: "card",
    status,
    amount_cents: 1,
    pix_txid: null,
    checkout_url: null,
    receipt_sent_at: null,
    note: null,
    expires_at,
    created_at: "",
  });
  it.each([
    ["over", "pending", null, [payment("pending")], "2026-11-20"],
    ["open", "pending", null, []],
    ["pending", "pending", null, [payment("pending")]],
    ["expired", "pending", null, [payment("pending", "2026-11-21T11:00:00Z")]],
    ["expired", "pending", null, [payment("expired")]],
    ["failed", "pending", null, [payment("failed")]],
    ["pending", "pending", null, [payment("failed"), payment("pending")]],
    ["review", "pending", null, [payment("pending"), payment("review")]],
    ["processing", "pending", null, [payment("expired"), payment("processing")]],
    ["paid", "paid", null, [payment("paid"), payment("pending")]],
    ["cancelled", "pending", "2026-11-20", [payment("pending")]],
    ["refunded", "pending", "2026-11-20", [payment("refunded")]],
    ["review", "pending", null, [payment("review")], "2026-11-20"],
    ["paid", "paid", null, [payment("paid")], "2026-11-20"],
  ] as const)("is %s", (state, payment_status, cancelled_at, payments, end_date: string = "2026-11-21") =>
    expect(pageState({ payment_status, cancelled_at, end_date, unsigned: null, payments: [...payments] }, now)).toBe(
      state,
    ),
  );

  it("is unsigned until the client has signed, except for a cancelled sale or one whose period is over", () => {
    const unsigned = {
      client_document: "",
      client_email: "",
      client_phone: "",
      portal_party: null,
      terms_version: "2026-11",
      clauses: [],
      note: null,
    };
    const page = {
      payment_status: "pending" as const,
      cancelled_at: null,
      end_date: "2026-11-21",
      unsigned,
      payments: [],
    };
    expect(pageState(page, now)).toBe("unsigned");
    expect(pageState({ ...page, cancelled_at: "2026-11-20" }, now)).toBe("cancelled");
    expect(pageState({ ...page, end_date: "2026-11-20" }, now)).toBe("over");
  });
});

describe("the ledger entries of a month", () => {
  const entry = (kind: string, method: string, amount_cents: number) => ({ kind, method, amount_cents });
  it("are summed by method, refunds and balance", () => {
    expect(
      entryTotals([
        entry("payment", "card", 45_000),
        entry("payment", "pix", 10_000),
        entry("refund", "card", -9000),
        entry("refund_failed", "card", 9000),
        entry("dispute", "card", -5000),
      ]),
    ).toEqual({ card: 45_000, pix: 10_000, refunded: 5000, net: 50_000 });
  });
  it.each([
    ["2026-10", true],
    ["2026-11", false],
    ["2026-12", false],
  ])("%s is closed: %s", (month, isClosed) =>
    expect(isClosedMonth(month, new Date("2026-12-01T02:59:00Z"))).toBe(isClosed),
  );
});

describe("the Stripe mode", () => {
  it.each([
    ["sk_test_1", "test"],
    ["rk_live_1", "live"],
    ["pk_live_1", "live"],
    ["", null],
    ["whsec_1", null],
  ] as const)("of %s is %s", (key, mode) => expect(modeOfKey(key)).toBe(mode));
  it.each([
    [null, "test", "test", true],
    ["modes", "test", "live", true],
    ["missing", null, "test", true],
    ["missing", "test", null, true],
    ["missing", "test", "test", false],
  ] as const)(
    "results in the problem %s with secret %s, publishable %s and webhook %s",
    (problem, secret, publishable, hasWebhook) =>
      expect(cardProblem({ secret, publishable, hasWebhook })).toBe(problem),
  );

  const event = (livemode?: boolean) => ({
    id: "evt_1",
    type: "charge.refunded",
    created: 1,
    livemode,
    data: { object: { metadata: {} } },
  });
  it("of an event is compared with the mode of the key", () => {
    expect(eventFacts(event(false), "test")).not.toHaveProperty("is_other_mode");
    expect(eventFacts(event(), "live")).not.toHaveProperty("is_other_mode");
    expect(eventFacts(event(true), "test")).toMatchObject({ is_other_mode: true });
    expect(eventFacts(event(false), "live")).toMatchObject({ is_other_mode: true });
  });
});

describe("a checkout", () => {
  const owed = { sale_id: "a", plan_type: "ad_banner", stripe_price_id: "price_1" };
  it.each([
    [true, { priceId: "price_1", metadata: { sale_id: "a", type: "ad_banner" } }],
    [true, { priceId: null, metadata: { sale_id: "a", type: "ad_banner" } }],
    [false, { priceId: "price_2", metadata: { sale_id: "a", type: "ad_banner" } }],
    [false, { priceId: "price_default", metadata: { sale_id: "a", type: "ad_banner" } }],
    [false, { priceId: "price_1", metadata: { sale_id: "b", type: "ad_banner" } }],
    [false, { priceId: "price_1", metadata: { sale_id: "a", type: "voucher" } }],
  ])("matches the sale: %s", (verdict, claim) => expect(matchesSale(claim, owed, "price_default")).toBe(verdict));

  it.each([
    ["https://portal.example/pagamento/x", true],
    ["https://portal.example.evil.com/", false],
    ["https://evil.com/?https://portal.example", false],
    ["http://portal.example/", false],
    ["//portal.example/", false],
    ["javascript:alert(1)", false],
  ])("may redirect to %s: %s", (address, own) => expect(isOwnUrl(address, "https://portal.example")).toBe(own));
});

it("the financial page ignores invalid URL parameters", () => {
  const now = new Date("2026-12-01T01:00:00Z");
  expect(readPaymentQuery({ parte: "x", situacao: "paid;drop", mes: "2026-13", pagina: "-3" }, now)).toEqual({
    part: "receipts",
    status: null,
    method: null,
    source: null,
    refund: false,
    month: "2026-11",
    page: 1,
  });
});

it("names the registrations with a receipt or card payment that is being checked", () => {
  const payment = { id: "p", code: "c", amount_cents: 1, refunded_cents: 0, method: null, at: "2026-12-01T01:00:00Z" };
  const own = (registration_id: string, status: OwnPayment["status"]): OwnPayment => ({
    is_to_organiser: false,
    ...payment,
    status,
    registration_id,
    event: "Encontro",
    translations: {},
  });
  const plan: OwnPayment = { ...payment, status: "review", plan_id: "plan", place: "Oficina", state_abbr: "SC" };
  const payments = [own("a", "review"), own("b", "processing"), own("c", "paid"), own("d", "pending"), plan];
  expect([...reviewedRegistrations(payments)]).toEqual(["a", "b"]);
});

it("a refund returns the part of people who left a paid order, else all that is left", () => {
  const due = (refunded: number, law: number, rules: number) =>
    dueOf({ amount_cents: 10_000, refunded_cents: refunded, owed_law_cents: law, owed_rules_cents: rules });
  expect([due(0, 0, 0), due(1000, 0, 0), due(0, 3000, 500), due(3000, 3000, 500), due(4000, 3000, 500)]).toEqual([
    10_000, 9000, 3500, 500, 0,
  ]);
});
