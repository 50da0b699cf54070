import { getTranslations } from "next-intl/server";
import type { ListedVoucher } from "@/lib/partners/downloads/queries";
import { VoucherLines } from "./voucher-line";

export type VouchersOfDay = { number: number; date: string | null; vouchers: readonly ListedVoucher[] };

/** The vouchers along each day of a trip; nothing when no day has one. */
export async function TripVouchers({ days, today }: { days: readonly VouchersOfDay[]; today: string }) {
  const t = await getTranslations("partners/downloads.along");
  const shown = days.filter(({ vouchers }) => vouchers.length > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="vouchers-do-caminho" className="grid gap-3" data-print="hide">
      <h2 id="vouchers-do-caminho" className="text-2xl">
        {t("trip")}
      </h2>
      <p className="text-muted">{t(shown.some(({ date }) => date) ? "tripLead" : "tripLeadUndated")}</p>
      {shown.map(({ number, vouchers }) => (
        <div key={number} className="grid gap-2">
          {days.length > 1 && <h3 className="text-xl">{t("day", { number })}</h3>}
          <VoucherLines vouchers={vouchers} today={today} headingLevel={days.length > 1 ? 4 : 3} />
        </div>
      ))}
    </section>
  );
}
