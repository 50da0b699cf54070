import { CalendarDays, CalendarPlus, MapPin } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { Postcard } from "@/components/guide/postcards/postcard";
import { ShareBar } from "@/components/guide/regions/share-bar";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { SignPlate } from "@/components/ui/sign-plate";
import type { PublicEvent } from "@/lib/events/events/queries";
import { calendarPath, eventDays, eventHour, eventPath, isPast } from "@/lib/events/events/rules";
import { resultsPath } from "@/lib/events/rally/rules";
import { eventFileUrl } from "@/lib/platform/media/rules";
import type { EventKind } from "@/lib/events/events/schema";
import { localePath } from "@/lib/platform/i18n/routing";
import { DemoMark } from "./event-marks";

const PICTURE = "h-[clamp(12rem,32vw,22rem)] w-full rounded-2xl border-2 border-line";

type Props = { event: PublicEvent; title: string; url: string; isPreview: boolean };

/** Poster, date, place and actions of an event; the actions of a preview are shown and do nothing. */
export async function EventHeader({ event, title, url, isPreview }: Props) {
  const t = await getTranslations("events/events");
  const route = await getTranslations("guide/regions.route");
  const locale = await getLocale();
  const time = (moment: string) => eventHour(moment, event.time_zone, locale);
  const place = [event.venue, event.address, `${event.town} ${event.state_abbr}`].filter(Boolean).join(", ");
  return (
    <header className="page">
      {event.poster_path ? (
        <img
          src={eventFileUrl(event.poster_path)}
          alt={t("page.posterAlt", { title })}
          width={1200}
          height={630}
          className={`${PICTURE} bg-raised object-contain`}
        />
      ) : (
        <Postcard
          biome="cidade-historica"
          slug={`evento-${event.slug}`}
          alt=""
          priority
          className={`${PICTURE} object-cover object-[50%_75%]`}
        />
      )}
      <SignPlate kind="route" className="relative mx-3 -mt-10 w-fit max-w-[94%] sm:mx-6">
        <p className="px-1">{t(`kind.${event.kind as EventKind}`)}</p>
        <h1 className="display-1 px-1 leading-none wrap-anywhere">{title}</h1>
      </SignPlate>
      {event.is_demo && (
        <p className="mt-4 flex flex-wrap items-center gap-2 rounded-xl border-2 border-dashed border-faixa p-4 text-lg">
          <DemoMark />
          {t("demoHint")}
        </p>
      )}
      <StatusBanner event={event} />
      <div className="mt-5 grid gap-3 text-lg">
        <p className="flex items-center gap-2 font-semibold tabular">
          <Icon of={CalendarDays} className="size-5 shrink-0 text-rota-text" />
          {t("page.when", {
            days: eventDays(event, locale),
            from: time(event.starts_at),
            until: time(event.ends_at),
          })}
        </p>
        <p className="flex items-center gap-2">
          <Icon of={MapPin} className="size-5 shrink-0 text-rota-text" />
          {place}
        </p>
      </div>
      <div className="mt-4 flex flex-wrap gap-2" data-print="hide" inert={isPreview}>
        <a href={localePath(locale, calendarPath(event.slug))} className={buttonClass({ size: "wrap" })}>
          <Icon of={CalendarPlus} className="size-5 shrink-0" />
          {t("page.addToCalendar")}
        </a>
        {event.kind === "rally" && (
          <a href={localePath(locale, resultsPath(event.slug))} className={buttonClass({ size: "wrap" })}>
            {(await getTranslations("events/rally.results"))("title")}
          </a>
        )}
        <ShareBar
          labels={{ share: route("share"), copy: route("copy"), print: route("print") }}
          url={url}
          text={title}
        />
        <FavouriteButton
          item={{ kind: "event", id: event.id, title, path: eventPath(event.slug), state: event.state_abbr }}
        />
      </div>
    </header>
  );
}

/** That the event is over, or that it was postponed or cancelled, with the reason. */
async function StatusBanner({ event }: { event: PublicEvent }) {
  const t = await getTranslations("events/events");
  const { status, public_note } = event;
  if (status === "published" && isPast(event, Date.now()))
    return <p className="mt-4 rounded-xl border-2 border-line bg-raised p-4 text-lg font-semibold">{t("page.over")}</p>;
  if (status !== "postponed" && status !== "cancelled") return null;
  return (
    <div role="alert" className="mt-4 rounded-xl bg-danger p-4 text-danger-ink">
      <p className="font-display text-2xl">{t(`page.${status}`)}</p>
      {public_note && <p className="mt-1">{public_note}</p>}
    </div>
  );
}
