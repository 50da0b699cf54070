import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { CentreLine } from "@/components/ui/centre-line";
import { DayCharts } from "@/components/partners/vouchers/day-charts";
import { DoubleUses } from "@/components/partners/vouchers/double-uses";
import { OwnVouchers } from "@/components/partners/vouchers/own-vouchers";
import { ReportLinks } from "@/components/partners/vouchers/report-links";
import { requireAccount } from "@/lib/platform/auth/guard";
import { env } from "@/lib/platform/env";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getOwnPlace, listPlaceVouchers, listReports, readFigures } from "@/lib/partners/vouchers/queries";
import { offerPath, placeVouchersPath, reportPath } from "@/lib/partners/vouchers/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("partners/vouchers.panel", "metaTitle");

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Vouchers of an own place: status, figures, private links and validation. */
export default async function PlaceVouchersPage({ params }: { params: Promise<{ serviceId: string }> }) {
  const { serviceId } = await params;
  const account = await requireAccount(placeVouchersPath(encodeURIComponent(serviceId)));
  const client = await createSessionClient();
  const place = UUID.test(serviceId) ? await getOwnPlace(client, account.id, serviceId) : null;
  if (!place) notFound();
  const [t, locale, { "partners/vouchers": texts }, vouchers, figures, reports] = await Promise.all([
    getTranslations("partners/vouchers.panel"),
    getLocale(),
    getMessages(),
    listPlaceVouchers(client, place.id),
    readFigures(client, place.id),
    listReports(client, place.id),
  ]);
  const to = (path: string) => localePath(locale, path);
  const links = reports.map(({ id, token, expires_at: until }) => ({
    id,
    until: formatDay(until, locale, "long"),
    url: new URL(to(reportPath(token)), env.NEXT_PUBLIC_SITE_URL).href,
  }));
  return (
    <main id="conteudo" className="page grid gap-6 py-8">
      <header className="flex flex-wrap items-end gap-3">
        <div className="mr-auto min-w-0">
          <p>
            <Link href={to("/painel")} className="inline-flex min-h-11 items-center text-link underline">
              {t("back")}
            </Link>
          </p>
          <h1 className="display-1 wrap-anywhere">{t("title", { place: place.name })}</h1>
        </div>
        <Link
          href={`${to(offerPath(place.state_abbr))}?lugar=${place.id}`}
          className={buttonClass({ look: "primary" })}
        >
          {t("offer")}
        </Link>
      </header>
      <CentreLine />
      <OwnVouchers vouchers={vouchers} figures={figures} uf={place.state_abbr.toLowerCase()} />
      <section aria-labelledby="por-dia" className="grid gap-4">
        <h2 id="por-dia" className="display-2">
          {t("days.title")}
        </h2>
        <DayCharts days={figures.days} />
      </section>
      <DoubleUses doubles={figures.doubles} />
      <ReportLinks place={place.id} links={links} texts={texts.panel.reports} />
    </main>
  );
}
