import { Download } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LabelledInput } from "@/components/ui/labelled-input";
import type { ConversionRow } from "@/lib/events/promotion/leads/queries";
import { sumConversion, type ConversionSum, type Days, type LeadStage } from "@/lib/events/promotion/rules";
import { formatNumber, formatPercent } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

/** How many leads of a period were invited and published an event, by stage and by source. */
export async function LeadConversion({ days, rows }: { days: Days; rows: readonly ConversionRow[] }) {
  const t = await getTranslations("events/promotion");
  const stageOf = (key: string) => t(`stage.${key as LeadStage}`);
  return (
    <SystemSection title={t("conversion.title")} lead={t("conversion.lead")}>
      <Period days={days} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Sums head={t("conversion.stage")} sums={sumConversion(rows, "stage")} nameOf={stageOf} />
        <Sums
          head={t("conversion.source")}
          sums={sumConversion(rows, "source")}
          nameOf={(key) => key || t("conversion.noSource")}
        />
      </div>
    </SystemSection>
  );
}

async function Period({ days: { from, to } }: { days: Days }) {
  const [t, locale] = [await getTranslations("events/promotion.conversion"), await getLocale()];
  const day = (name: string, label: string, value: string) => (
    <LabelledInput label={label} key={value} type="date" name={name} defaultValue={value} required />
  );
  return (
    <form action={localePath(locale, panelPath("event_prospecting"))} className="flex flex-wrap items-end gap-3">
      {day("de", t("from"), from)}
      {day("ate", t("to"), to)}
      <Button type="submit" variant="outline">
        {t("apply")}
      </Button>
      <Button asChild variant="outline">
        <a href={`/api/exports/lead-conversion?de=${from}&ate=${to}`} download>
          <Icon of={Download} /> CSV
        </a>
      </Button>
    </form>
  );
}

type SumsProps = { head: string; sums: readonly ConversionSum[]; nameOf: (key: string) => string };

async function Sums({ head, sums, nameOf }: SumsProps) {
  const [t, locale] = [await getTranslations("events/promotion.conversion"), await getLocale()];
  const part = (count: number, leads: number) =>
    `${formatNumber(count, locale)} (${formatPercent(count / leads, locale)})`;
  const rows = sums.map(({ key, leads, invited, published }) => ({
    id: key,
    cells: [nameOf(key), formatNumber(leads, locale), part(invited, leads), part(published, leads)],
  }));
  const heads = [head, t("leads"), t("invited"), t("published")];
  return <DataTable caption={head} heads={heads} rows={rows} empty={t("empty")} />;
}
