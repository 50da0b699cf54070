import { getLocale, getTranslations } from "next-intl/server";
import { formatTimestamp } from "@/lib/platform/format";

const DAY = { dateStyle: "medium", timeZone: "UTC" } as const;
const MONTH = { month: "short", year: "numeric", timeZone: "UTC" } as const;

type Props = {
  date: string | null;
  /** The day may come from a source that states only the month, which is stored as its first day. */
  isFromSource?: true;
};

/** The day on which the page was last checked, or that it has none. */
export async function CheckedOn({ date, isFromSource }: Props) {
  const [t, locale] = await Promise.all([getTranslations("guide/services.detail"), getLocale()]);
  return (
    <p data-checked={date ?? ""}>
      {date
        ? t("checkedOn", { date: formatTimestamp(date, locale, isFromSource && date.endsWith("-01") ? MONTH : DAY) })
        : t("notChecked")}
    </p>
  );
}
