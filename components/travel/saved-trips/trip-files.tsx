import { CalendarPlus, FileDown, Printer } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { localePath } from "@/lib/platform/i18n/routing";
import { TRIP_FORMATS } from "@/lib/travel/saved-trips/rules";
import type { SavedTrip } from "@/lib/travel/trips/schema";

type Props = {
  trip: Pick<SavedTrip, "plan" | "route">;
  /** Path below which the roadbook and the files are. */
  path: string;
};

/** Files of a stored trip for navigation devices and calendars, and its roadbook. */
export async function TripFiles({ trip: { plan, route }, path }: Props) {
  const [t, locale] = [await getTranslations("travel/saved-trips.files"), await getLocale()];
  const base = localePath(locale, path);
  const hasCalendar = plan.leaveOn !== null && route !== null;
  const formats = TRIP_FORMATS.filter((format) => format !== "ics" || hasCalendar);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap gap-2">
        {formats.map((format) => (
          <a key={format} href={`${base}/${format}`} download className={buttonClass({ size: "snug" })}>
            <Icon of={format === "ics" ? CalendarPlus : FileDown} className="size-5 shrink-0" />
            {t(format)}
          </a>
        ))}
        {route && (
          <Link href={`${base}/roteiro`} className={buttonClass({ size: "snug" })}>
            <Icon of={Printer} className="size-5 shrink-0" />
            {t("roadbook")}
          </Link>
        )}
      </p>
      {!route && <p className="text-sm text-muted">{t("noRoute")}</p>}
      {route && !plan.leaveOn && <p className="text-sm text-muted">{t("noDate")}</p>}
    </div>
  );
}
