import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { StatusMark } from "@/components/events/publishing/status-mark";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { eventMoment } from "@/lib/events/events/rules";
import { consolePath, OWN_EVENTS_PATH } from "@/lib/events/members/rules";
import type { OwnEvent } from "@/lib/events/members/schema";
import { localePath } from "@/lib/platform/i18n/routing";

/** Most events in the panel of the account; the others are behind a link. */
const SHOWN = 3;

/** The events that the signed-in account works for, as a part of its panel. */
export async function OwnEventsCard({ events }: { events: readonly OwnEvent[] }) {
  if (events.length === 0) return null;
  const [t, locale] = [await getTranslations("events/members.list"), await getLocale()];
  return (
    <Card>
      <CardTitle className="mb-4">{t("title")}</CardTitle>
      <OwnEventList events={events.slice(0, SHOWN)} />
      {events.length > SHOWN && (
        <p className="mt-4">
          <Link href={localePath(locale, OWN_EVENTS_PATH)} className="text-link underline underline-offset-4">
            {t("all")}
          </Link>
        </p>
      )}
    </Card>
  );
}

/** Events with date, status and role, and the button to their console. */
export async function OwnEventList({ events }: { events: readonly OwnEvent[] }) {
  const [t, locale] = [await getTranslations("events/members"), await getLocale()];
  return (
    <ul className="grid gap-4">
      {events.map(({ id, title, status, starts_at: starts, time_zone: zone, town, state_abbr: state, roles }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-3 border-t-2 border-line pt-4 first:border-0 first:pt-0"
        >
          <span className="mr-auto grid min-w-0 gap-1">
            <span className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
              {title} <StatusMark status={status} />
            </span>
            <span className="text-muted">
              {eventMoment(starts, zone, locale, { dateStyle: "medium" })} · {town} {state} ·{" "}
              {roles.map((role) => t(`role.${role}`)).join(", ")}
            </span>
          </span>
          <Link href={localePath(locale, consolePath(id))} className={buttonClass({})}>
            {t("list.open", { title })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
