import { stateOfAd } from "../ads/rules";
import { addDays, brazilianDay } from "../../platform/dates";
import { pageOfQuery } from "../../platform/paging";

export const SALES_PAGE = 50;
export const SALE_FILTERS = ["todas", "pagas", "pendentes"] as const;
export const SALE_PERIODS = ["", "30", "90", "365"] as const;
/** Maximum size of a signature file, equal to the limit of the bucket. */
export const MAX_SIGNATURE_BYTES = 524_288;

export type SaleQuery = { status: (typeof SALE_FILTERS)[number]; period: (typeof SALE_PERIODS)[number]; page: number };
type Params = Record<string, string | string[] | undefined>;
type Figures = {
  payment_status: string;
  cancelled_at: string | null;
  /** As stored when the sale was paid; null before. */
  commission: { amount_cents: number } | null;
};

/** Parses the filters of the dashboard from URL parameters; invalid values are ignored. */
export function readSaleQuery(params: Params): SaleQuery {
  return {
    status: SALE_FILTERS.find((status) => status === params.status) ?? "todas",
    period: SALE_PERIODS.find((days) => days === params.periodo) ?? "",
    page: pageOfQuery(params.pagina),
  };
}

/** Dashboard figures: paid commission and sales, all sales, and the conversion rate in per cent. */
export function saleFigures(sales: readonly Figures[]): {
  commissionCents: number;
  paid: number;
  total: number;
  conversion: number;
} {
  const paid = sales.filter(({ payment_status, cancelled_at }) => payment_status === "paid" && !cancelled_at);
  return {
    commissionCents: paid.reduce((sum, sale) => sum + (sale.commission?.amount_cents ?? 0), 0),
    paid: paid.length,
    total: sales.length,
    conversion: sales.length > 0 ? (paid.length / sales.length) * 100 : 0,
  };
}

/** Whether a phone number can receive messages: Brazilian numbers need an area code, others a country code. */
export const isMessagingPhone = (phone: string): boolean =>
  /^\+?[0-9 ().-]{8,30}$/.test(phone) && phone.replace(/\D/g, "").length >= 10 && phone.replace(/\D/g, "").length <= 15;

/** The message to the client is always Portuguese, independent of the seller's language. */
export const saleMessage = (contact: string, link: string, isUnsigned = false): string =>
  `Olá, ${contact}! Segue o link ${isUnsigned ? "para assinar o contrato e fazer o pagamento" : "de pagamento"} do seu anúncio no Portal LACAMBECHE: ${link}`;

/** Path of the contract of a sale, for accounts that may read the sale. */
export const contractAddress = (sale: string): string => `/api/contracts/${sale}`;

/** Handler that ends the reminders of the sale of a payment link. */
export const saleRemindersHandlerPath = (token: string): string => `/api/sale-reminders/${token}`;

/** start_date + duration_days; empty for an invalid date. */
export function endDateOf(start: string, days: number): string {
  const day = new Date(`${start}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !/^\d{4}-\d{2}-\d{2}$/.test(start)) return "";
  return addDays(start, days);
}

type Run = {
  payment_status: string;
  contract_sha256: string | null;
  cancelled_at: string | null;
  end_date: string;
  ad: { status: string; starts_at: string; ends_at: string } | null;
};

/** Status of the advertisement of a sale; it is `running` only while its banner is shown. */
export function runOf({ payment_status, contract_sha256, cancelled_at, end_date, ad }: Run, now: Date) {
  if (cancelled_at) return "cancelled" as const;
  if (payment_status !== "paid" && end_date < brazilianDay(now)) return "unpaid" as const;
  if (!contract_sha256) return "unsigned" as const;
  if (payment_status !== "paid") return "waiting" as const;
  const status = ad && stateOfAd(ad.status, ad.ends_at, now.getTime());
  if (!ad || status === "ended" || status === "stopped") return "over" as const;
  if (status === "paused") return "paused" as const;
  if (status === "in_review") return "review" as const;
  if (status !== "approved") return "art" as const;
  return Date.parse(ad.starts_at) > now.getTime() ? ("soon" as const) : ("running" as const);
}

/** Whether the seller may offer the next period: the sale was paid for and its advertisement was not stopped. */
export const isRenewable = (sale: { payment_status: string; cancelled_at: string | null }): boolean =>
  sale.payment_status === "paid" && !sale.cancelled_at;

/** First day of a renewal: the day on which the old banner ends, or today when it ended before. */
export const renewalStart = (endsAt: string, now: Date): string =>
  [brazilianDay(Date.parse(endsAt)), brazilianDay(now)].toSorted()[1]!;

export type SignatureSide = "seller" | "client";
export const signaturePath = (sellerId: string, at: number, side: SignatureSide): string =>
  `${sellerId}/${at}_${side}.png`;
