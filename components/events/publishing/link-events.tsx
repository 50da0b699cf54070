import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { isEditableByLink, isSubmittable, linkFormPath } from "@/lib/events/publishing/links/rules";
import type { PublishLink } from "@/lib/events/publishing/links/schema";
import { EVENT_GAPS } from "@/lib/events/publishing/checklist/rules";
import { isVisible, type EventStatus } from "@/lib/events/publishing/rules";
import { eventPath } from "@/lib/events/events/rules";
import { formatTimestamp } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { GapList } from "./gap-list";
import { StatusMark } from "./status-mark";
import { SubmitEventButton } from "./submit-event-button";

type Props = { token: string; link: PublishLink; now: number };
type LinkEvent = PublishLink["events"][number];

/** The events made with a publish link, with their status and what can be done with each. */
export async function LinkEvents({ token, link, now }: Props) {
  const t = await getTranslations("events/publishing.link");
  if (link.events.length === 0) return null;
  return (
    <section aria-labelledby="eventos-do-convite" className="grid gap-3">
      <h2 id="eventos-do-convite" className="text-2xl">
        {t("events")}
      </h2>
      <ul className="grid gap-3">
        {link.events.map((event) => (
          <li key={event.id} className="grid gap-3 rounded-xl border-2 border-line bg-surface p-4">
            <EventFacts event={event} />
            <EventButtons token={token} event={event} isDirect={link.publishes_directly} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

async function EventFacts({ event }: { event: LinkEvent }) {
  const [t, locale] = [await getTranslations("events/publishing"), await getLocale()];
  const status = event.status as EventStatus;
  const gaps = EVENT_GAPS.filter((gap) => event.gaps.includes(gap));
  const when = formatTimestamp(event.starts_at, locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: event.time_zone,
  });
  return (
    <>
      <div>
        <h3 className="flex flex-wrap items-center justify-between gap-x-3 text-xl wrap-anywhere">
          {event.title}
          <StatusMark status={status} />
        </h3>
        <p className="text-muted">{`${when}, ${event.town} ${event.state_abbr}`}</p>
      </div>
      <p>{t(`link.hints.${status}`)}</p>
      {event.status_note && <p className="font-semibold">{t("own.answer", { note: event.status_note })}</p>}
      {event.change && (
        <p className="font-semibold">
          {t("change.waits", { fields: event.change.fields.map((field) => t(`change.fields.${field}`)).join(", ") })}
        </p>
      )}
      {(status === "draft" || status === "rejected") && gaps.length > 0 && <GapList gaps={gaps} />}
    </>
  );
}

type ButtonsProps = { token: string; event: LinkEvent; isDirect: boolean; now: number };

async function EventButtons({ token, event, isDirect, now }: ButtonsProps) {
  const [t, locale] = [await getTranslations("events/publishing"), await getLocale()];
  const { "events/publishing": texts } = await getMessages();
  return (
    <div className="flex flex-wrap gap-3">
      {isSubmittable(event, isDirect) && (
        <SubmitEventButton
          change={{ id: event.id, expected_version: event.updated_at }}
          label={isDirect ? t("bar.publish") : t("link.submit")}
          pendingLabel={t("bar.sending")}
          stops={{ ...texts.stops, ...texts.link.stops }}
          link={token}
        />
      )}
      {isEditableByLink(event, now) && (
        <Link href={localePath(locale, linkFormPath(token, event.id))} className={buttonClass({ look: "outline" })}>
          {t("link.edit")}
        </Link>
      )}
      {isVisible(event.status) && (
        <Link href={localePath(locale, eventPath(event.slug))} className={buttonClass({ look: "outline" })}>
          {t("bar.open")}
        </Link>
      )}
    </div>
  );
}
