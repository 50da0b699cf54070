import type { SELLER_STATUSES } from "../../platform/supabase/database-constants/commerce";

export const SELLER_TABS = ["candidaturas", "vendedores", "vendas", "assinaturas"] as const;
export type SellerTab = (typeof SELLER_TABS)[number];
export type SellerStatus = (typeof SELLER_STATUSES)[number];

/** Commission rate of a new seller in percent: the default of `sellers.commission_percentage`. */
export const FIRST_COMMISSION = 10;
