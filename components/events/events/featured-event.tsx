import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { Postcard } from "@/components/guide/postcards/postcard";
import { buttonClass } from "@/components/ui/button-class";
import type { EventCardRow } from "@/lib/events/events/queries";
import { eventDays, eventPath, eventTitle } from "@/lib/events/events/rules";
import { eventFileUrl } from "@/lib/platform/media/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { DemoMark } from "./event-marks";

/** The event that the team featured on a home page; nothing without one. */
export async function FeaturedEvent({ event }: { event: EventCardRow | null }) {
  if (!event) return null;
  const [t, locale] = [await getTranslations("events/events"), await getLocale()];
  const card = { biome: "cidade-historica", slug: `evento-${event.slug}` };
  return (
    <section aria-labelledby="evento-destaque" className="page mt-10" data-print="hide">
      <div className="grid overflow-hidden rounded-2xl border-2 border-rota bg-surface sm:grid-cols-[minmax(0,2fr)_3fr]">
        {event.poster_path ? (
          <img
            src={eventFileUrl(event.poster_path)}
            alt=""
            loading="lazy"
            width={480}
            height={320}
            className="h-full max-h-96 min-h-44 w-full object-cover"
          />
        ) : (
          <Postcard {...card} alt="" className="h-full max-h-96 min-h-44 w-full object-cover" />
        )}
        <div className="grid min-w-0 content-center gap-2 p-5 sm:p-7">
          <p className="flex flex-wrap items-center gap-2 font-semibold text-rota-text">
            {t("featured.label")} {event.is_demo && <DemoMark />}
            <FavouriteButton
              item={{
                kind: "event",
                id: event.id,
                title: eventTitle(event, locale),
                path: eventPath(event.slug),
                state: event.state_abbr,
              }}
              className="-my-2 ml-auto"
            />
          </p>
          <h2 id="evento-destaque" className="display-2 wrap-anywhere">
            {eventTitle(event, locale)}
          </h2>
          <p className="text-lg font-semibold tabular">{eventDays(event, locale)}</p>
          <p className="text-muted">{[event.venue, `${event.town} ${event.state_abbr}`].filter(Boolean).join(", ")}</p>
          <Link
            href={localePath(locale, eventPath(event.slug))}
            className={buttonClass({ look: "primary", className: "mt-2 h-11 w-fit" })}
          >
            {t("featured.open")}
          </Link>
        </div>
      </div>
    </section>
  );
}
