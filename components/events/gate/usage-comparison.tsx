import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { eventHour, eventMoment } from "@/lib/events/events/rules";
import type { EventCheckin } from "@/lib/events/gate/queries";
import { formatNumber, percentOf } from "@/lib/platform/format";

/** Check-in of the last events side by side; the chosen one is marked. */
export async function UsageComparison({ events, chosen }: { events: readonly EventCheckin[]; chosen: string | null }) {
  const [t, locale] = [await getTranslations("events/gate.usage"), await getLocale()];
  const number = (value: number) => formatNumber(value, locale);
  const share = (part: number, whole: number) => {
    const percent = percentOf(part, whole);
    return percent === null ? "—" : t("percent", { percent });
  };
  const heads = [
    "event",
    "camePeople",
    "came",
    "noShow",
    "perHour",
    "busiest",
    "duplicates",
    "refusals",
    "offlineShare",
    "devices",
  ];
  return (
    <DataTable
      caption={t("comparison")}
      heads={heads.map((head) => t(`columns.${head as "event"}`))}
      rows={events.map((event) => ({
        id: event.id,
        cells: [
          <span key="event" className={event.id === chosen ? "font-semibold" : undefined}>
            {event.title} · {eventMoment(event.starts_at, event.time_zone, locale, { dateStyle: "medium" })}
            {event.is_demo && ` · ${t("demo")}`}
          </span>,
          t("cameOf", { came: number(event.came_people), confirmed: number(event.confirmed_people) }),
          t("cameOf", { came: number(event.came), confirmed: number(event.confirmed) }),
          share(event.confirmed - event.came, event.confirmed),
          event.arrival_hours > 0
            ? formatNumber(event.came / event.arrival_hours, locale, { maximumFractionDigits: 1 })
            : "—",
          event.busiest_hour
            ? t("busiest", {
                count: number(event.busiest_arrivals),
                time: eventHour(event.busiest_hour, event.time_zone, locale),
              })
            : "—",
          `${number(event.duplicates)} · ${share(event.duplicates, event.readings)}`,
          number(event.refusals),
          share(event.offline, event.readings),
          event.revoked_devices > 0
            ? t("revoked", { count: event.devices, revoked: event.revoked_devices })
            : number(event.devices),
        ],
      }))}
      empty={t("none")}
    />
  );
}
