import { describe, expect, it } from "vitest";
import { isRenewable, renewalStart, runOf, saleFigures } from "./rules";
import { saleSchema } from "./schema";

describe("runOf", () => {
  const now = new Date("2026-12-22T12:00:00-03:00");
  const ad = (status: string, starts_at = "2026-11-22T00:00:00-03:00", ends_at = "2026-12-23T00:00:00-03:00") => ({
    status,
    starts_at,
    ends_at,
  });
  const sale = {
    payment_status: "paid",
    contract_sha256: "0".repeat(64),
    cancelled_at: null,
    end_date: "2026-12-22",
    ad: ad("approved"),
  };
  it.each([
    ["running", "an approved banner on its last day", sale],
    ["over", "the day after", { ...sale, ad: ad("approved", undefined, "2026-12-22T00:00:00-03:00") }],
    [
      "soon",
      "an approved banner before its first day",
      { ...sale, ad: ad("approved", "2026-12-23T00:00:00-03:00", "2027-01-23T00:00:00-03:00") },
    ],
    ["running", "a late start, after the end of the contract", { ...sale, end_date: "2026-11-30" }],
    ["art", "no art yet", { ...sale, ad: ad("awaiting_art") }],
    ["art", "rejected art", { ...sale, ad: ad("rejected") }],
    ["review", "art under review", { ...sale, ad: ad("in_review") }],
    ["paused", "a paused banner", { ...sale, ad: ad("paused") }],
    ["over", "an ended banner", { ...sale, ad: ad("ended") }],
    ["waiting", "an unpaid sale on its last day", { ...sale, payment_status: "pending" }],
    ["unsigned", "a sale its client has not signed", { ...sale, payment_status: "pending", contract_sha256: null }],
    ["unpaid", "an unpaid sale the day after", { ...sale, payment_status: "pending", end_date: "2026-12-21" }],
    ["cancelled", "a cancelled sale", { ...sale, cancelled_at: "2026-12-01" }],
  ] as const)("is %s for %s", (run, _, given) => expect(runOf(given, now)).toBe(run));
});

describe("saleFigures", () => {
  it("adds the stored commissions of paid sales that are not cancelled", () => {
    const sale = (payment_status: string, amount: number | null, cancelled_at: string | null = null) => ({
      payment_status,
      cancelled_at,
      commission: amount === null ? null : { amount_cents: amount },
    });
    const sales = [sale("paid", 4506), sale("paid", 29), sale("pending", null), sale("pending", 4506, "2026-12-01")];
    expect(saleFigures(sales)).toEqual({ commissionCents: 4535, paid: 2, total: 4, conversion: 50 });
  });
});

describe("saleSchema", () => {
  const fields = {
    client_request_id: crypto.randomUUID(),
    plan_id: crypto.randomUUID(),
    seen_price_cents: "100",
    start_date: "2026-12-01",
    client_company_name: "Oficina",
    client_document: "11.444.777/0001-61",
    client_contact_name: "Ana",
    client_email: "ana@example.org",
    client_phone: "(49) 98888-0000",
    terms_version: "2026-11",
    is_remote_signing: "false",
    accepts_terms: "on",
    seller_signature: new Blob(),
    client_signature: new Blob(),
  };
  const problems = (changes: object) =>
    saleSchema
      .safeParse({ ...fields, ...changes })
      .error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`) ?? [];
  it.each([
    ["a complete form", {}, []],
    ["a CPF", { client_document: "529.982.247-25" }, []],
    ["a document with a wrong digit", { client_document: "11.444.777/0001-62" }, ["client_document documentInvalid"]],
    ["no document", { client_document: "" }, []],
    ["repeated digits as a CPF", { client_document: "111.111.111-11" }, ["client_document documentInvalid"]],
    [
      "neither acceptance nor the client's signature",
      { accepts_terms: undefined, client_signature: undefined },
      ["accepts_terms termsMissing", "client_signature signatureMissing"],
    ],
    [
      "the same, for a client who signs later",
      { is_remote_signing: "true", accepts_terms: undefined, client_signature: undefined },
      [],
    ],
    [
      "another place of signing",
      { is_remote_signing: "both" },
      ['is_remote_signing Invalid option: expected one of "true"|"false"'],
    ],
  ])("validates %s", (_, changes, expected) => expect(problems(changes)).toEqual(expected));
});

describe("a renewal", () => {
  const now = new Date("2026-12-22T12:00:00-03:00");

  it("starts on the day after the last day of the old banner, or today when that is past", () => {
    expect(renewalStart("2027-01-10T00:00:00-03:00", now)).toBe("2027-01-10");
    expect(renewalStart("2026-12-01T00:00:00-03:00", now)).toBe("2026-12-22");
  });

  it("is offered for paid sales that were not cancelled", () => {
    expect(isRenewable({ payment_status: "paid", cancelled_at: null })).toBe(true);
    expect(isRenewable({ payment_status: "pending", cancelled_at: null })).toBe(false);
    expect(isRenewable({ payment_status: "paid", cancelled_at: "2026-12-01" })).toBe(false);
  });
});
