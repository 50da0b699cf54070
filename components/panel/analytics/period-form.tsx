import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { LabelledInput } from "@/components/ui/labelled-input";
import { lastDays, type Period } from "@/lib/panel/analytics/rules";
import { LANGUAGE_NAME, localePath } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { STATES } from "@/lib/geo/states/rules";
import { panelPath } from "@/lib/platform/paths";

const SHORTCUTS = [7, 30, 90, 365] as const;

/** Period, state and language filters, kept in the address so that a view can be shared. */
export async function PeriodForm({ period }: { period: Period }) {
  const t = await getTranslations("panel/analytics");
  const locale = await getLocale();
  const base = localePath(locale, panelPath("analytics"));
  const select = (
    name: string,
    label: string,
    value: string | null,
    options: readonly (readonly [string, string])[],
  ) => (
    <LabelledSelect name={name} label={label} value={value ?? ""} options={options} all={t("all")} width="sm:w-44" />
  );
  return (
    <form action={base} className="flex flex-wrap items-end gap-3 rounded-xl border border-line bg-surface p-3">
      <LabelledInput label={t("from")} type="date" name="de" defaultValue={period.from} max={period.to} />
      <LabelledInput label={t("to")} type="date" name="ate" defaultValue={period.to} />
      {select(
        "estado",
        t("state"),
        period.state,
        STATES.map(({ abbr, name }) => [abbr, name]),
      )}
      {select(
        "idioma",
        t("language"),
        period.locale,
        LOCALES.map((one) => [one, LANGUAGE_NAME[one]]),
      )}
      <Button type="submit" variant="outline">
        {t("apply")}
      </Button>
      <p className="flex flex-wrap gap-3">
        {SHORTCUTS.map((days) => (
          <Link
            key={days}
            href={`${base}?${lastDays(days, new Date())}`}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
          >
            {t("lastDays", { days })}
          </Link>
        ))}
      </p>
    </form>
  );
}
