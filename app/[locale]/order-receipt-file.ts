import { getTranslations } from "next-intl/server";
import { eventWhen } from "@/lib/events/events/rules";
import { receiptSums } from "@/lib/events/registrations/orders/rules";
import type { OrderReceipt } from "@/lib/events/registrations/orders/schema";
import { printReceipt, type PrintedReceipt } from "@/lib/events/registrations/orders/service";
import { runCostly, type Caller } from "@/lib/platform/costs";
import { formatDate, formatMoney, formatTimestamp } from "@/lib/platform/format";
import { printableTexts } from "@/lib/platform/pdf-runs";
import { ENDED_REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";
import { formattedDocument } from "@/lib/platform/tax-document";

type Row = readonly [label: string, value: string];
type Payment = OrderReceipt["payments"][number];

/** Receipts are in Portuguese like the other documents for accountants. */
const LOCALE = "pt-BR";
const textsOf = () => getTranslations({ locale: LOCALE, namespace: "events/orders" });
const money = (cents: number) => formatMoney(cents, LOCALE);
const moment = (at: string) => formatTimestamp(at, LOCALE, { dateStyle: "long", timeStyle: "short" });
const longDay = (day: string) => formatDate(day, LOCALE, { dateStyle: "long" });
const joined = (parts: readonly (string | false | null)[]) => parts.filter(Boolean).join(", ");

async function eventRows({ event, ...receipt }: OrderReceipt): Promise<Row[]> {
  const t = await textsOf();
  const { invoice, transferred_at: transferred } = receipt;
  return [
    [t("receipt.name"), event.title],
    [t("receipt.when"), eventWhen(event, LOCALE)],
    [t("receipt.where"), joined([event.venue, `${event.town}/${event.state_abbr}`])],
    [t("receipt.organiser"), event.organizer_name],
    // The person who has a transferred registration did not buy it.
    [t(transferred ? "receipt.holder" : "receipt.buyer"), receipt.name],
    ...(invoice
      ? [[t("receipt.invoice"), joined([invoice.name, formattedDocument(invoice.document), invoice.address])] as const]
      : []),
    [t("receipt.code"), receipt.code],
    [t("receipt.ordered"), moment(receipt.ordered_at)],
  ];
}

async function lineRows(receipt: OrderReceipt): Promise<Row[]> {
  const t = await textsOf();
  const { changed } = receiptSums(receipt);
  const children = receipt.children.map(({ age_band: band, amount }) => t(`page.children.${band}`, { count: amount }));
  return [
    ...receipt.people.map((person): Row => {
      const what = joined([
        person.name,
        person.kind,
        person.companions > 0 && t("receipt.companions", { count: person.companions }),
        person.is_half_price && t("receipt.halfPrice"),
        person.has_left && t("receipt.left"),
      ]);
      return [t("receipt.person", { code: person.code }), t("receipt.line", { what, amount: money(person.cents) })];
    }),
    ...(children.length > 0
      ? [
          [
            t("receipt.children"),
            t("receipt.childrenOf", { children: children.join(", "), code: receipt.code }),
          ] as const,
        ]
      : []),
    ...receipt.addons.map(({ name, variant, amount, unit_cents: unit }): Row => [
      t("receipt.addon"),
      t("receipt.addonLine", {
        amount: String(amount),
        name: joined([name, variant]),
        unit: money(unit),
        total: money(amount * unit),
      }),
    ]),
    ...(receipt.discount_cents > 0
      ? [[t("receipt.discount"), t("receipt.discountLine", { amount: money(receipt.discount_cents) })] as const]
      : []),
    ...(changed === 0 ? [] : [[t("receipt.changed"), money(changed)] as const]),
    [t("receipt.total"), money(receipt.total_cents)],
  ];
}

async function paymentRows(payment: Payment): Promise<Row[]> {
  const [t, methods] = [
    await textsOf(),
    await getTranslations({ locale: LOCALE, namespace: "commerce/payments.panel.method" }),
  ];
  const method = methods(payment.method as "pix");
  const refund = (cents: number) =>
    cents < 0 ? "receipt.refundFailed" : payment.is_organiser ? "receipt.refundReported" : "receipt.refund";
  return [
    [t("receipt.payee"), payment.payee],
    [t("receipt.method"), payment.is_at_gate ? t("receipt.atGate", { method }) : method],
    [t("receipt.amount"), money(payment.cents)],
    [t("receipt.paidAt"), payment.paid_on ? longDay(payment.paid_on) : moment(payment.paid_at)],
    ...(payment.reference ? [[t("receipt.reference"), payment.reference] as const] : []),
    ...payment.refunds.map(({ amount_cents: cents, on_day: day }): Row => [
      t(refund(cents)),
      t("receipt.refundLine", { amount: money(Math.abs(cents)), date: longDay(day) }),
    ]),
  ];
}

/** The texts of the receipt of a paid order; `now`: when it is issued. */
export async function receiptContent(receipt: OrderReceipt, now: Date): Promise<PrintedReceipt> {
  const t = await textsOf();
  const { received, refunded } = receiptSums(receipt);
  const sums: (Row | false)[] = [
    [t("receipt.received"), money(received)],
    refunded !== 0 && [t("receipt.refunded"), money(refunded)],
    receipt.open_cents > 0 && [t("receipt.open"), money(receipt.open_cents)],
  ];
  const notes = [
    receipt.transferred_at && t("receipt.transferred", { date: moment(receipt.transferred_at) }),
    ENDED_REGISTRATION_STATUSES.some((one) => one === receipt.status) && t("receipt.cancelled"),
    receipt.payments.some((one) => one.is_organiser) && t("receipt.ownPayee"),
    t("receipt.note"),
    t("receipt.issued", { date: moment(now.toISOString()) }),
  ];
  return {
    title: t("receipt.title", { code: receipt.code }),
    statement: t("receipt.statement", { amount: money(received), code: receipt.code, event: receipt.event.title }),
    sections: [
      { title: t("receipt.event"), rows: await eventRows(receipt) },
      { title: t("receipt.order"), rows: await lineRows(receipt) },
      ...(await Promise.all(
        receipt.payments.map(async (payment, index) => ({
          title: t("receipt.payment", { number: String(index + 1) }),
          rows: await paymentRows(payment),
        })),
      )),
      { title: t("receipt.sums"), rows: sums.filter((row) => row !== false) },
    ],
    notes: notes.filter((note) => typeof note === "string"),
    pageOf: (page) => t("receipt.page", { page: String(page) }),
  };
}

/** The receipt of a paid order as PDF; the caller has checked the access. */
export async function orderReceiptFile(receipt: OrderReceipt, by: Caller): Promise<Response> {
  const content = printableTexts(await receiptContent(receipt, new Date()));
  const file = await runCostly("drawing", { ...by, points: 1, isShort: true }, () => printReceipt(content));
  return new Response(file, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="recibo-inscricao-${receipt.code}.pdf"`,
      "cache-control": "private, no-store",
    },
  });
}
