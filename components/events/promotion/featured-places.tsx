import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { SystemSection } from "@/components/ui/system-page";
import { LabelledInput } from "@/components/ui/labelled-input";
import { endPromotionAction, featureEventAction } from "@/lib/events/promotion/kit/actions";
import type { Booking } from "@/lib/events/promotion/kit/queries";
import { daysOf } from "@/lib/events/events/rules";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDate } from "@/lib/platform/format";

type Place = "portal" | "state";
type Event = { id: string; state_abbr: string; starts_at: string; ends_at: string; time_zone: string };
type Props = { event: Event; bookings: Record<Place, readonly Booking[]>; now: Date };

/** The places on the home pages: who has them and when, and the form that books a period for this event. */
export async function FeaturedPlaces({ event, bookings, now }: Props) {
  const t = await getTranslations("events/promotion.featured");
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {(["portal", "state"] as const).map((place) => (
          <section key={place} className="grid gap-3">
            <h3 className="text-xl">{t(place, { state: event.state_abbr })}</h3>
            <Periods event={event} bookings={bookings[place]} now={now} />
            <Book event={event} place={place} now={now} />
          </section>
        ))}
      </div>
    </SystemSection>
  );
}

async function Periods({ event, bookings, now }: Omit<Props, "bookings"> & { bookings: readonly Booking[] }) {
  const [t, locale] = [await getTranslations("events/promotion.featured"), await getLocale()];
  const day = (value: string) => formatDate(value, locale, { dateStyle: "medium" });
  if (bookings.length === 0) return <p className="text-muted">{t("free")}</p>;
  return (
    <ul className="grid gap-2">
      {bookings.map(({ id, event_id: owner, starts_on: from, ends_on: until, event: shown }) => {
        const isRunning = from <= brazilianDay(now);
        return (
          <li key={id} className="flex flex-wrap items-center gap-3 border-l-4 border-line pl-3">
            <p className="mr-auto min-w-0">
              <span className="font-semibold wrap-anywhere">{shown.title}</span>
              <span className="block text-sm text-muted tabular">
                {t("period", { from: day(from), until: day(until) })}
                {isRunning && ` · ${t("running")}`}
              </span>
            </p>
            {owner === event.id && (
              <CommandForm
                action={endPromotionAction}
                hidden={{ promotion: id }}
                label={t(isRunning ? "end" : "cancel")}
                confirm={t("confirm")}
                variant="outline"
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

async function Book({ event, place, now }: { event: Event; place: Place; now: Date }) {
  const t = await getTranslations("events/promotion.featured");
  const [today, last] = [brazilianDay(now), daysOf(event).at(-1)!];
  if (last < today) return <p className="text-muted">{t("over")}</p>;
  const date = (name: string, label: string) => (
    <LabelledInput label={label} type="date" name={name} min={today} max={last} required />
  );
  return (
    <CommandForm
      action={featureEventAction}
      hidden={{ event: event.id, place }}
      label={t("book")}
      className="sm:grid-cols-[1fr_1fr_auto] sm:items-end"
    >
      {date("from", t("from"))}
      {date("until", t("until"))}
    </CommandForm>
  );
}
