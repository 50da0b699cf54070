import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Reminder } from "@/lib/garage/reminders/queries";
import { LOG_PATH, vehiclePath } from "@/lib/garage/vehicles/rules";
import { reminderWords } from "./reminder-words";
import { StatusMark } from "./status-mark";

const SHOWN = 8;

/** Maintenance of all cars that is overdue, due or due soon. */
export async function DueList({ reminders }: { reminders: readonly Reminder[] }) {
  const [t, locale, words] = await Promise.all([getTranslations("garage/reminders"), getLocale(), reminderWords()]);
  const more = reminders.length - SHOWN;
  return (
    <Card>
      <CardTitle className="mb-4">{t("panel.title")}</CardTitle>
      {reminders.length === 0 && <p className="text-muted">{t("panel.empty")}</p>}
      <ul className="grid gap-3">
        {reminders.slice(0, SHOWN).map((reminder) => (
          <li key={reminder.id} className="grid gap-1 border-b border-line pb-3 last:border-0">
            <span className="flex flex-wrap items-center gap-2">
              <StatusMark status={reminder.status} label={t(`status.${reminder.status}`)} />
              <span className="text-muted wrap-anywhere">{reminder.vehicle}</span>
            </span>
            <Link
              href={localePath(locale, vehiclePath(reminder.vehicle_id, "reminders"))}
              className="inline-flex min-h-11 w-fit items-center font-semibold underline underline-offset-4 wrap-anywhere"
            >
              {reminder.title}
            </Link>
            <span>{words.due(reminder)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-muted">{t("panel.more", { count: more })}</p>}
      <p className="mt-3">
        <Link href={localePath(locale, LOG_PATH)} className={buttonClass({})}>
          {t("panel.garage")}
        </Link>
      </p>
    </Card>
  );
}
