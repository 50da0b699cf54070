import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { OwnEvent } from "@/lib/events/publishing/queries";
import { previewPath, type EventStatus } from "@/lib/events/publishing/rules";
import { formatTimestamp } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { StatusMark } from "./status-mark";

/** The events of an account with their status and the answer of the team. */
export async function OwnEvents({ events }: { events: readonly OwnEvent[] }) {
  const t = await getTranslations("events/publishing.own");
  const locale = await getLocale();
  if (events.length === 0) return null;
  return (
    <section className="mb-8">
      <h2 className="mb-3 text-2xl">{t("title")}</h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        {events.map((event) => (
          <li key={event.id} className="grid content-start gap-1 rounded-xl border-2 border-line bg-surface p-4">
            <p className="flex flex-wrap items-center justify-between gap-x-3">
              <Link
                href={localePath(locale, previewPath(event.id))}
                className="font-display text-xl text-link underline underline-offset-4 wrap-anywhere"
              >
                {event.title}
              </Link>
              <StatusMark status={event.status as EventStatus} />
            </p>
            <p className="text-muted">
              {formatTimestamp(event.starts_at, locale, {
                dateStyle: "medium",
                timeStyle: "short",
                timeZone: event.time_zone,
              })}
              {`, ${event.town} ${event.state_abbr}`}
            </p>
            {event.status_note && <p>{t("answer", { note: event.status_note })}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
