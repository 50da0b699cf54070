import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { localePath } from "@/lib/platform/i18n/routing";
import { SALE_FILTERS, SALE_PERIODS, type SaleQuery } from "@/lib/commerce/sales/rules";

/** Status and period filters of the table below; works without JavaScript. */
export async function SaleFilter({
  query,
  path,
  hidden = {},
}: {
  query: SaleQuery;
  path: string;
  hidden?: Record<string, string>;
}) {
  const t = await getTranslations("commerce/sales.filter");
  const choices = [
    ["status", t("status"), query.status, SALE_FILTERS.map((value) => [value, t(value)] as const)],
    [
      "periodo",
      t("period"),
      query.period,
      SALE_PERIODS.map((value) => [value, value ? t("lastDays", { days: Number(value) }) : t("always")] as const),
    ],
  ] as const;
  return (
    <form action={localePath(await getLocale(), path)} className="flex flex-wrap items-end gap-3">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {choices.map(([name, label, value, options]) => (
        <LabelledSelect
          key={name}
          name={name}
          label={label}
          value={value}
          options={options}
          className="grow sm:grow-0"
          width="sm:w-44"
        />
      ))}
      <Button type="submit" variant="outline">
        {t("apply")}
      </Button>
    </form>
  );
}
