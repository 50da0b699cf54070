export const SELLER_TABS = ["candidaturas", "vendedores", "vendas", "assinaturas"] as const;
export type SellerTab = (typeof SELLER_TABS)[number];
const SELLER_STATUSES = ["pending", "active", "suspended", "rejected"] as const;
export type SellerStatus = (typeof SELLER_STATUSES)[number];

/** Commission rate of a new seller in percent: the default of `sellers.commission_percentage`. */
export const FIRST_COMMISSION = 10;

type Rate = { percentage: number; starts_on: string };

/** The commission rate on a date: the latest one in effect, else the seller's default. */
export function rateOn(rates: readonly Rate[], fallback: number, day: string): number {
  return (
    rates.filter(({ starts_on }) => starts_on <= day).toSorted((a, b) => b.starts_on.localeCompare(a.starts_on))[0]
      ?.percentage ?? fallback
  );
}
