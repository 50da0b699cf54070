import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { SystemSection } from "@/components/ui/system-page";
import { formatNumber, formatPercent } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { DayFigures, Oversight } from "@/lib/partners/vouchers/schema";
import { DayCharts } from "./day-charts";
import { FigureTable } from "./figure-table";

type Props = { partners: Oversight["partners"]; days: readonly DayFigures[]; path: string };

/** Downloads and redemptions of all places by day, and the places with the most redemptions. */
export async function Partners({ partners, days, path }: Props) {
  const [t, locale] = [await getTranslations("partners/vouchers"), await getLocale()];
  const number = (value: number) => formatNumber(value, locale);
  return (
    <>
      <SystemSection title={t("panel.days.title")}>
        <DayCharts days={days} />
      </SystemSection>
      <SystemSection title={t("admin.tabs.partners")}>
        <FigureTable
          head={[
            t("admin.partner"),
            t("admin.vouchers"),
            t("admin.active"),
            t("panel.totals.downloads"),
            t("panel.totals.redemptions"),
            t("admin.rate"),
          ]}
          rows={partners.map((partner) => ({
            key: partner.id,
            cells: [
              <Link
                key="name"
                href={`${localePath(locale, path)}?${new URLSearchParams({ lugar: partner.name }).toString()}`}
                className="text-link underline"
              >
                {`${partner.name} (${partner.stateAbbr})`}
              </Link>,
              number(partner.vouchers),
              number(partner.active),
              number(partner.downloads),
              number(partner.redemptions),
              partner.downloads > 0 ? formatPercent(partner.redemptions / partner.downloads, locale) : "–",
            ],
          }))}
          empty={t("admin.noPartners")}
        />
      </SystemSection>
    </>
  );
}
