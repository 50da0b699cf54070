import { getLocale, getTranslations } from "next-intl/server";
import { brazilianDay } from "@/lib/platform/dates";
import { localePath } from "@/lib/platform/i18n/routing";
import type { ListedVoucher } from "@/lib/partners/downloads/queries";
import { vouchersPath } from "@/lib/partners/downloads/rules";
import { RouteSection } from "../../guide/regions/route-section";
import { VoucherLines } from "./voucher-line";

/** Longer lists are cut here, because the list of the state shows them all. */
const MAX_LINES = 12;

/** The vouchers of the places along a route; nothing while there are none. */
export async function RouteVouchers({ vouchers, uf }: { vouchers: readonly ListedVoucher[]; uf: string }) {
  const t = await getTranslations("partners/downloads.along");
  if (vouchers.length === 0) return null;
  return (
    <RouteSection
      id="vouchers"
      title={t("route")}
      action={{ label: t("more"), href: localePath(await getLocale(), vouchersPath(uf)) }}
    >
      <VoucherLines vouchers={vouchers.slice(0, MAX_LINES)} today={brazilianDay(Date.now())} />
    </RouteSection>
  );
}
