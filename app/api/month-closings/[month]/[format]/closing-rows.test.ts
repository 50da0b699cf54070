import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { csvOf } from "@/lib/platform/sheets";
import payments from "@/messages/pt-BR/commerce/payments.json";
import { closingSheet } from "./closing-rows";

const t = createTranslator({ locale: "pt-BR", messages: payments, namespace: "panel" }) as never;
const NOTHING = { source: null, method: null, number: null, company: null, plan: null, seller: null };
const line = { ...NOTHING, at: "2026-11-05T15:00:00+00:00", reference: null, note: null };

describe("the closing file", () => {
  const { heads, rows } = closingSheet(
    {
      lines: [
        { ...line, part: "receipts", kind: "payment", source: "sale", method: "pix", amount_cents: 49_000 },
        { ...line, part: "commissions", kind: "earned", seller: "Ana", amount_cents: 4900 },
        { ...line, part: "payouts", kind: "payout", seller: "Ana", amount_cents: -4900, reference: "E123" },
      ],
      sums: [
        { part: "receipts", lines: 1, amount_cents: 49_000 },
        { part: "payouts", lines: 1, amount_cents: -4900 },
      ],
    },
    t,
  );

  it("has a row for each line, and sums in another column than the amounts", () => {
    const amount = heads.indexOf("Valor (R$)");
    const total = heads.indexOf("Total (R$)");
    expect(rows).toHaveLength(5);
    expect(rows.map((row) => row[amount])).toEqual([{ cents: 49_000 }, { cents: 4900 }, { cents: -4900 }, null, null]);
    expect(rows.map((row) => row[total])).toEqual([null, null, null, { cents: 49_000 }, { cents: -4900 }]);
    expect(rows.every((row) => row.length === heads.length)).toBe(true);
  });

  it("is a CSV file with semicolons and decimal commas", () => {
    const [head, first, , payout] = csvOf([heads, ...rows]).split("\r\n");
    expect(head).toContain("Parte;Lançamento");
    expect(first).toContain(";490,00;");
    expect(payout).toContain("Repasses aos vendedores;Repasse;");
    expect(payout).toContain(";-49,00;");
  });
});
