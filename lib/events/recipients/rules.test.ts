import { describe, expect, it } from "vitest";
import { canUndo, dayTotals, hasRecipient, isEventPayable, leftOf, statementRows, suggestedRefund } from "./rules";
import { confirmSchema, recipientSchema, refundSchema, type OwnPayment, type Statement } from "./schema";

const NOW = Date.parse("2026-11-30T12:00:00Z");
const line = (changes: Partial<Statement["rows"][number]> = {}): Statement["rows"][number] => ({
  day: "2026-11-28",
  kind: "payment",
  amount_cents: 4500,
  method: "pix",
  is_portal: false,
  code: "ABCD2345",
  txid: "LC1",
  recipient: "Clube",
  ...changes,
});
const statement = (
  rows: Statement["rows"],
  net: number,
  [payouts, paidOut]: [Statement["payouts"], number] = [[], 0],
): Statement => ({
  received_cents: 0,
  refunded_cents: 0,
  net_cents: net,
  rows,
  paid_out_cents: paidOut,
  payouts,
});
const words = { head: (name: string) => name, kind: (kind: string) => kind };

describe("paid registrations", () => {
  it.each([
    ["own", true, true],
    ["checking", false, true],
    ["none", false, false],
  ] as const)("with the recipient %s can be paid: %s, may have prices: %s", (state, payable, has) => {
    for (const portalTakes of [true, false])
      expect([isEventPayable({ state }, portalTakes), hasRecipient({ state }, portalTakes)]).toEqual([payable, has]);
  });

  it("are paid to the portal while it has a way to pay", () => {
    expect([true, false].map((portalTakes) => isEventPayable({ state: "portal" }, portalTakes))).toEqual([true, false]);
    expect([true, false].map((portalTakes) => hasRecipient({ state: "portal" }, portalTakes))).toEqual([true, false]);
  });
});

describe("the statement of an event", () => {
  it("ends with the sum of the database", () => {
    const rows = statementRows(statement([line(), line({ kind: "refund", amount_cents: -1500 })], 3000), words);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ day: { at: "2026-11-28" }, code: "ABCD2345", amount: { cents: 4500 } });
    expect(rows.at(-1)).toMatchObject({ day: null, kind: "net", amount: { cents: 3000 }, payout: null });
  });

  it("has payouts in a column of their own, beside the net sum", () => {
    const payout = { day: "2026-11-29", amount_cents: 4000, destination: "Pix do clube", reference: "E1" };
    const rows = statementRows(statement([line()], 4500, [[payout], 4000]), words);
    expect(rows.slice(1)).toEqual([
      expect.objectContaining({ kind: "payout", amount: null, payout: { cents: 4000 }, recipient: "Pix do clube" }),
      expect.objectContaining({ kind: "net", amount: { cents: 4500 }, payout: { cents: 4000 } }),
    ]);
  });

  it("is no file when its rows have another sum", () => {
    expect(() => statementRows(statement([line()], 4501), words)).toThrow("4500 cents");
    expect(() => statementRows(statement([], 0, [[], 1]), words)).toThrow("0 cents");
  });

  it("has one line per day, in which a confirmation that was undone leaves what was received", () => {
    const rows = [
      line(),
      line({ kind: "undone", amount_cents: -4500 }),
      line({ amount_cents: 2000 }),
      line({ day: "2026-11-29", kind: "refund", amount_cents: -500 }),
    ];
    expect(dayTotals(rows)).toEqual([
      { day: "2026-11-29", in: 0, out: 500 },
      { day: "2026-11-28", in: 2000, out: 0 },
    ]);
  });
});

describe("a confirmed payment", () => {
  const refund = { id: "1", amount_cents: 1000, on_day: "2026-11-29" };

  it.each([
    ["within the time", "2026-11-30T12:00:01Z", [], true],
    ["after the time", "2026-11-30T12:00:00Z", [], false],
    ["of which something was returned", "2026-12-01T12:00:00Z", [refund], false],
    ["that is not confirmed", null, [], false],
  ])("%s can be undone or not", (_, undo_until, refunds, can) => {
    expect(canUndo({ undo_until, refunds }, NOW)).toBe(can);
  });

  it("leaves what arrived without what was returned", () => {
    expect(leftOf({ received_cents: 5000, amount_cents: 4500, refunds: [refund] } as unknown as OwnPayment)).toBe(4000);
    expect(leftOf({ received_cents: null, amount_cents: 4500, refunds: [] } as unknown as OwnPayment)).toBe(4500);
  });

  it("suggests the part of people who left an order, else all that is left", () => {
    const paid = { received_cents: null, amount_cents: 4500, refunds: [], law_cents: 1000, rules_cents: 200 };
    const suggested = (names: string[]) => suggestedRefund({ ...paid, people_left: names } as unknown as OwnPayment);
    expect([suggested(["Bia"]), suggested([])]).toEqual([1200, 4500]);
  });
});

describe("the form of a recipient", () => {
  const EVENT = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const form = (pix_key_type: string, pix_key: string) =>
    recipientSchema.safeParse({ event: EVENT, pix_key_type, pix_key, name: "Clube da Serra", city: "Lages" });

  it.each([
    ["cpf", "123.456.789-09", "12345678909"],
    ["cnpj", "11.222.333/0001-81", "11222333000181"],
    ["phone", "(48) 99999-0000", "+5548999990000"],
    ["email", "Caixa@Clube.org.br", "caixa@clube.org.br"],
    ["evp", "123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-426614174000"],
  ])("%s %s becomes %s", (type, typed, key) => expect(form(type, typed).data?.pix_key).toBe(key));

  it.each([
    ["cpf", "123.456.789-00"],
    ["cnpj", "11.222.333/0001-82"],
    ["phone", "999"],
    ["email", "clube"],
    ["evp", "123"],
  ])("%s %s is refused", (type, typed) => {
    expect(form(type, typed).error?.issues).toMatchObject([{ path: ["pix_key"], message: "keyInvalid" }]);
  });

  it.each([
    [{ name: "クラブ" }, [{ path: ["name"], message: "nameInvalid" }]],
    [{ city: "北京" }, [{ path: ["city"], message: "nameInvalid" }]],
    [{ name: "" }, [{ path: ["name"], message: "missing" }]],
  ])("%j cannot be written into a code", (changes, issues) => {
    const typed = { event: EVENT, pix_key_type: "email", pix_key: "caixa@clube.org.br", name: "Clube", city: "Lages" };
    expect(recipientSchema.safeParse({ ...typed, ...changes }).error?.issues).toMatchObject(issues);
  });
});

describe("the forms of a treasurer", () => {
  const item = "0f8fad5b-d9cb-469f-a165-70867728950e";

  it("reads an amount in reais", () => {
    expect(confirmSchema.parse({ item, received: "45,50", on_day: "2026-01-02" })).toEqual({
      item,
      received: 4550,
      on_day: "2026-01-02",
    });
  });

  it.each(["", "0", "-1", "abc", "99999999"])("refuses the amount %j", (received) => {
    expect(confirmSchema.safeParse({ item, received, on_day: "2026-01-02" }).success).toBe(false);
  });

  it("refuses a day that has not come", () => {
    expect(confirmSchema.safeParse({ item, received: "45", on_day: "2999-01-01" }).success).toBe(false);
  });

  it("ends a refund only when it is ticked", () => {
    const typed = { item, cents: "10", left: "1000", on_day: "2026-01-02" };
    expect(refundSchema.parse(typed).is_final).toBe(false);
    expect(refundSchema.parse({ ...typed, is_final: "on" }).is_final).toBe(true);
  });
});
