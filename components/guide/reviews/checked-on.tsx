import { getLocale, getTranslations } from "next-intl/server";
import { formatTimestamp } from "@/lib/platform/format";

const DAY = { dateStyle: "medium", timeZone: "UTC" } as const;
const MONTH = { month: "short", year: "numeric", timeZone: "UTC" } as const;

/** The day on which an editor last checked the page, or that it has none; many sources state only the month. */
export async function CheckedOn({ date }: { date: string | null }) {
  const [t, locale] = await Promise.all([getTranslations("guide/services.detail"), getLocale()]);
  return (
    <p data-checked={date ?? ""}>
      {date
        ? t("checkedOn", { date: formatTimestamp(date, locale, date.endsWith("-01") ? MONTH : DAY) })
        : t("notChecked")}
    </p>
  );
}
