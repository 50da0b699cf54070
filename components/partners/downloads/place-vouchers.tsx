import { getTranslations } from "next-intl/server";
import { brazilianDay } from "@/lib/platform/dates";
import type { ListedVoucher } from "@/lib/partners/downloads/queries";
import { voucherAnchor } from "@/lib/partners/downloads/rules";
import { VoucherCard } from "./voucher-card";
import { VoucherDownloads } from "./voucher-downloads";

type Props = { uf: string; vouchers: readonly ListedVoucher[]; acceptsGuests: boolean };

/** The vouchers of a place on its page; nothing while there are none. */
export async function PlaceVouchers({ uf, vouchers, acceptsGuests }: Props) {
  const t = await getTranslations("partners/downloads.along");
  if (vouchers.length === 0) return null;
  return (
    <section id="vouchers" className="page mt-12 scroll-mt-20">
      <h2 className="display-2">{t("place")}</h2>
      <ul className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {vouchers.map((voucher) => (
          <li
            key={voucher.id}
            id={voucherAnchor(voucher.id)}
            className="scroll-mt-20 rounded-2xl target:outline-3 target:outline-faixa"
          >
            <VoucherCard voucher={voucher} today={brazilianDay(Date.now())} headingLevel={3} hasPlace={false} />
          </li>
        ))}
      </ul>
      <VoucherDownloads uf={uf} acceptsGuests={acceptsGuests} />
    </section>
  );
}
