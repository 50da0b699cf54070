import { getTranslations } from "next-intl/server";
import type { ExportRow } from "@/lib/events/panel/list/queries";
import type { PaymentState } from "@/lib/events/panel/list/rules";
import type { PanelEvent } from "@/lib/events/panel/queries";
import { answerCell, questionColumns, type RegistrationStatus } from "@/lib/events/panel/rules";
import type { Cell } from "@/lib/platform/sheets";
import { CHILD_AGE_BANDS } from "@/lib/platform/supabase/database-constants/events";
import { formattedDocument } from "@/lib/platform/tax-document";
import type { Question } from "@/lib/events/registrations/questions/schema";

type Column = readonly [head: string, cell: (row: ExportRow) => Cell];
type Texts = Awaited<ReturnType<typeof textsOf>>;

/** Titles are in Portuguese like those of the other exports. */
async function textsOf() {
  const [t, payments, registrations, orders] = await Promise.all([
    getTranslations({ locale: "pt-BR", namespace: "events/panel" }),
    getTranslations({ locale: "pt-BR", namespace: "commerce/payments.panel" }),
    getTranslations({ locale: "pt-BR", namespace: "events/registrations" }),
    getTranslations({ locale: "pt-BR", namespace: "events/orders" }),
  ]);
  return { t, payments, registrations, orders };
}

const vehicle = ({ make, model, year, color, class_name }: ExportRow["registration_vehicles"][number]) =>
  [make, model, year, color, class_name].filter(Boolean).join(" ");

function personColumns({ t }: Texts, event: PanelEvent): Column[] {
  const nameOf = new Map(event.event_registration_types.map(({ id, name }) => [id, name]));
  const labelOf = new Map(event.event_stands.map(({ id, label }) => [id, label]));
  return [
    [t("sheet.code"), (row) => row.code],
    [t("sheet.type"), (row) => nameOf.get(row.type_id) ?? null],
    [t("sheet.status"), (row) => t(`status.${row.status as RegistrationStatus}`)],
    [t("sheet.name"), (row) => row.full_name],
    [t("sheet.email"), (row) => row.email],
    [t("sheet.phone"), (row) => row.phone],
    [t("sheet.document"), (row) => row.document && formattedDocument(row.document)],
    [t("sheet.town"), (row) => row.town],
    [t("sheet.state"), (row) => row.state_abbr],
    [t("sheet.club"), (row) => row.club],
    [t("sheet.company"), (row) => row.company],
    [t("sheet.companions"), (row) => row.companions.join("; ")],
    [t("sheet.places"), (row) => row.places],
    [t("sheet.stand"), (row) => (row.stand_id && labelOf.get(row.stand_id)) ?? null],
    [t("sheet.vehicles"), (row) => row.registration_vehicles.map(vehicle).join("; ")],
    [t("sheet.plates"), (row) => row.registration_vehicles.flatMap(({ plate }) => plate ?? []).join("; ")],
  ];
}

function stateColumns({ t, payments, registrations }: Texts, timeZone: string): Column[] {
  const moment = (at: string | null | undefined): Cell => (at ? { at, timeZone } : null);
  const document = ({ kind, status }: ExportRow["registration_documents"][number]) =>
    `${registrations.has(`documentNames.${kind as "other"}`) ? registrations(`documentNames.${kind as "other"}`) : kind}: ${t(`documents.status.${status as "ok"}`)}`;
  return [
    [t("sheet.amount"), (row) => ({ cents: row.price_cents })],
    [
      t("sheet.paymentState"),
      ({ facts }) => (facts?.payment_state ? t(`paid.${facts.payment_state as PaymentState}`) : null),
    ],
    [
      t("sheet.paymentMethod"),
      ({ facts }) => (facts?.payment_method ? payments(`method.${facts.payment_method as "pix"}`) : null),
    ],
    [
      t("sheet.paymentStatus"),
      ({ facts }) => (facts?.payment_status ? payments(`status.${facts.payment_status as "paid"}`) : null),
    ],
    [t("sheet.paidAt"), ({ facts }) => moment(facts?.paid_at)],
    [t("sheet.paid"), ({ facts }) => (facts?.paid_cents ? { cents: facts.paid_cents } : null)],
    [t("sheet.refunded"), ({ facts }) => (facts?.refunded_cents ? { cents: facts.refunded_cents } : null)],
    [t("sheet.enteredAt"), ({ facts }) => moment(facts?.entered_at)],
    [t("sheet.inside"), ({ facts }) => facts?.people_inside ?? null],
    [t("sheet.documents"), (row) => row.registration_documents.map(document).join("; ")],
    [t("sheet.attending"), (row) => t(`attending.${row.attending as "yes"}`)],
    [t("sheet.source"), (row) => t(`source.${row.source as "form"}`)],
    [t("sheet.created"), (row) => moment(row.created_at)],
  ];
}

const addonText = ({ name, variant, amount }: { name: string; variant: string; amount: number }) =>
  `${amount} × ${[name, variant].filter(Boolean).join(", ")}`;

/** The order of each person; of a half price only its category and whether its proof was seen. */
function orderColumns({ t, orders }: Texts): Column[] {
  return [
    [t("sheet.order"), ({ order }) => order?.order_code ?? null],
    [t("sheet.buyer"), ({ order }) => order?.buyer ?? null],
    [t("sheet.orderPosition"), ({ order }) => order?.order_position ?? null],
    [t("sheet.line"), ({ order }) => order && { cents: order.line_cents }],
    [t("sheet.halfPrice"), ({ order }) => order?.half_price ?? null],
    [
      t("sheet.halfPriceChecked"),
      ({ order }) => (order?.half_price ? t(order.half_price_checked ? "detail.yes" : "detail.no") : null),
    ],
    [t("sheet.addons"), ({ order }) => order?.addons?.map(addonText).join("; ") ?? null],
    [t("sheet.addonsAmount"), ({ order }) => (order?.addon_cents ? { cents: order.addon_cents } : null)],
    ...CHILD_AGE_BANDS.map((band): Column => [
      t("sheet.children", { band: orders(`form.band.${band}`) }),
      ({ order }) => order?.children?.[band] ?? null,
    ]),
    [t("sheet.discountCode"), ({ order }) => order?.discount_code ?? null],
    [t("sheet.discount"), ({ order }) => (order?.discount_cents ? { cents: order.discount_cents } : null)],
  ];
}

/** Heads and cells of the registrations of an event, one column for every question of its forms. */
export async function sheetOf(event: PanelEvent, versions: readonly (readonly Question[])[]) {
  const texts = await textsOf();
  const words = { yes: texts.t("detail.yes"), no: texts.t("detail.no") };
  const answers = questionColumns(versions).map(({ name, label }): Column => [
    label,
    (row) => answerCell(row.answers, name, words),
  ]);
  const columns = [
    ...personColumns(texts, event),
    ...orderColumns(texts),
    ...stateColumns(texts, event.time_zone),
    ...answers,
  ];
  return {
    heads: columns.map(([head]) => head),
    cells: (row: ExportRow): Cell[] => columns.map(([, cell]) => cell(row)),
  };
}
export type Sheet = Awaited<ReturnType<typeof sheetOf>>;
