import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { CentreLine } from "@/components/ui/centre-line";
import { LinkEnded } from "@/components/garage/sharing/link-ended";
import { SaleView } from "@/components/garage/sharing/sale-view";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay } from "@/lib/platform/format";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { countSaleVisit } from "@/lib/garage/sharing/sale/mutations";
import { getSale } from "@/lib/garage/sharing/sale/queries";
import { consumptionByFuel, segmentsOf } from "@/lib/garage/statistics/rules";
import { describeVehicle } from "@/lib/garage/vehicles/rules";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("garage/sharing.page", "metaTitle");

/** A car for possible buyers, read-only. The middleware answers 410 for a link that has ended. */
export default async function SalePage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("saleLinkPage", await callerAddress());
  const { token } = await params;
  const sale = await getSale(token);
  if (!sale) notFound();
  if (sale.state !== "open") return <LinkEnded state={sale.state} />;
  if (!sale.is_own) await countSaleVisit(token);
  const [t, locale] = [await getTranslations("garage/sharing.page"), await getLocale()];
  const name = describeVehicle(sale.vehicle) || sale.vehicle.nickname;
  const fills = sale.fills.map((fill) => ({ ...NO_COSTS, ...fill }));
  return (
    <main id="conteudo" className="page grid max-w-4xl content-start gap-6 py-8">
      <header>
        <h1 className="display-1 wrap-anywhere">{name}</h1>
        <p className="mt-2 text-lg">{t("declared")}</p>
        <p className="text-muted">{t("until", { date: formatDay(sale.expires_at, locale, "long") })}</p>
        {sale.is_own && <p className="text-muted">{t("ownerView")}</p>}
      </header>
      <CentreLine />
      <SaleView sale={sale} token={token} name={name} consumption={consumptionByFuel(segmentsOf(fills))} />
    </main>
  );
}

/** The statistics of consumption read none of these; a link never contains the price of a refuelling. */
const NO_COSTS = {
  estimated_km: null,
  category: null,
  total_cents: null,
  parts_cents: null,
  labour_cents: null,
  distance_km: null,
};
