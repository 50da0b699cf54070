import { createTranslator } from "next-intl";
import { expect, it, vi } from "vitest";
import type { OrderReceipt } from "@/lib/events/registrations/orders/schema";
import type { Locale } from "@/lib/platform/i18n/routing";
import { messageTree } from "../../tests/support/messages";
import { pdfPages } from "../../tests/support/pdf-pages";
import { orderReceiptFile, receiptContent } from "./order-receipt-file";

vi.mock("next-intl/server", () => ({
  getTranslations: async ({ locale, namespace }: { locale: Locale; namespace: string }) => {
    const [file = "", ...path] = namespace.split(".");
    const messages = path.reduce<Record<string, unknown>>(
      (tree, key) => tree[key] as Record<string, unknown>,
      messageTree(locale)[file] as Record<string, unknown>,
    );
    return createTranslator({ locale, messages: messages as never });
  },
}));

const person = { companions: 0, is_half_price: false, has_left: false };
const payment = { reference: null, is_organiser: false, is_at_gate: false, paid_on: null, refunds: [] };

const RECEIPT: OrderReceipt = {
  code: "ABCD2345",
  name: "Ana Souza",
  invoice: { name: "Loja Ana", document: "52998224725", address: null },
  status: "confirmed",
  ordered_at: "2026-11-01T12:00:00Z",
  total_cents: 29_100,
  discount_cents: 900,
  open_cents: 5000,
  transferred_at: null,
  event: {
    title: "Encontro da Serra",
    starts_at: "2026-12-05T12:00:00Z",
    ends_at: "2026-12-05T20:00:00Z",
    time_zone: "America/Sao_Paulo",
    venue: "Praça",
    town: "Lages",
    state_abbr: "SC",
    organizer_name: "Clube da Serra",
  },
  people: [
    { ...person, code: "ABCD2345", name: "Ana Souza", kind: "Público", is_half_price: true, cents: 4000 },
    { ...person, code: "BCDE3456", name: "Bia Lima", kind: "Expositor", companions: 2, has_left: true, cents: 8100 },
  ],
  children: [{ age_band: "from_6_to_11", amount: 2 }],
  addons: [{ name: "Camiseta", variant: "G", amount: 2, unit_cents: 6000 }],
  payments: [
    { ...payment, method: "card", payee: "LACAMBECHE Ltda.", cents: 20_100, paid_at: "2026-11-02T12:00:00Z" },
    {
      ...payment,
      method: "pix",
      payee: "Tesouraria do Clube",
      is_organiser: true,
      reference: "TX1",
      cents: 4000,
      paid_at: "2026-11-04T12:00:00Z",
      paid_on: "2026-11-03",
      refunds: [{ amount_cents: 1000, on_day: "2026-11-10" }],
    },
  ],
};

const textOf = async (receipt: OrderReceipt) => {
  const { sections, ...rest } = await receiptContent(receipt, new Date("2026-11-12T12:00:00Z"));
  const rows = sections.flatMap(({ title, rows: pairs }) => [title, ...pairs.map((pair) => pair.join(" | "))]);
  return [rest.statement, ...rows, ...rest.notes].join("\n").replaceAll(/[\u00A0\u202F]/g, " ");
};

it("a receipt has every line, the change of the price that makes them the total, each payment and what went back", async () => {
  const text = await textOf(RECEIPT);
  for (const line of [
    "Foi recebido o valor de R$ 241,00 pela inscrição ABCD2345 no evento Encontro da Serra.",
    "Onde | Praça, Lages/SC",
    "Quem comprou | Ana Souza",
    "Dados informados para a nota | Loja Ana, 529.982.247-25",
    "Inscrição ABCD2345 | Ana Souza, Público, meia-entrada: R$ 40,00",
    "Inscrição BCDE3456 | Bia Lima, Expositor, 2 acompanhantes, saiu do pedido: R$ 81,00",
    "Crianças | 2 crianças de 6 a 11 anos (no valor da inscrição ABCD2345)",
    "Extra | 2 × Camiseta, G a R$ 60,00: R$ 120,00",
    "Desconto do código | R$ 9,00, já descontado dos itens acima",
    "Mudança de preço pela organização | R$ 50,00",
    "Total | R$ 291,00",
    "Quem recebeu | LACAMBECHE Ltda.",
    "Forma de pagamento | Cartão",
    "Quem recebeu | Tesouraria do Clube",
    "Pago em | 3 de novembro de 2026",
    "Identificador | TX1",
    "Devolução informada pela organização | R$ 10,00 em 10 de novembro de 2026",
    "Recebido | R$ 241,00",
    "Devolvido | R$ 10,00",
    "Falta pagar | R$ 50,00",
    "O dinheiro foi pago direto à organização",
    "não é documento fiscal",
  ])
    expect(text).toContain(line);
});

it("the person who has a transferred registration is not called its buyer", async () => {
  const text = await textOf({ ...RECEIPT, transferred_at: "2026-11-05T12:00:00Z" });
  expect(text).toContain("Titular da inscrição | Ana Souza");
  expect(text).toMatch(/transferida em 5 de novembro de 2026/);
  expect(text).not.toContain("Quem comprou");
});

it("is a PDF of A4 pages that no cache stores, with as many pages as its lines need", async () => {
  const people = Array.from({ length: 60 }, () => RECEIPT.people[0]!);
  const by = { caller: "test", signal: undefined, isAnonymous: true };
  const answer = await orderReceiptFile({ ...RECEIPT, people }, by);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  const pages = await pdfPages(new Uint8Array(await answer.arrayBuffer()));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]).toMatchObject({ width: 210, height: 297 });
  expect(pages[0]!.text).toContain("Recibo de inscrição ABCD2345");
  expect(pages.at(-1)!.text).toContain("não é documento fiscal");
});
