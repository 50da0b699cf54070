import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { eventMoment } from "@/lib/events/events/rules";
import type { GateEvent } from "@/lib/events/gate/queries";

/** Choice of the event of a panel page, as a form without JavaScript. */
export async function EventChoice({ events, chosen }: { events: readonly GateEvent[]; chosen: string | null }) {
  const [t, locale] = [await getTranslations("events/gate"), await getLocale()];
  if (events.length === 0) return <p>{t("noEvents")}</p>;
  return (
    <form method="get" className="flex flex-wrap items-end gap-3">
      <label className="grid min-w-0 max-w-xl grow gap-1 font-semibold">
        {t("event")}
        <select name="evento" defaultValue={chosen ?? undefined} className={`${controlClass} font-sans font-normal`}>
          {events.map((event) => (
            <option key={event.id} value={event.id}>
              {eventMoment(event.starts_at, event.time_zone, locale, { dateStyle: "medium" })} · {event.title} ·{" "}
              {event.town}, {event.state_abbr}
              {event.is_demo && ` · ${t("demo")}`}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" variant="outline">
        {t("open")}
      </Button>
    </form>
  );
}
