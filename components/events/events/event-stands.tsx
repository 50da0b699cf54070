import { getLocale, getTranslations } from "next-intl/server";
import type { PublicEvent } from "@/lib/events/events/queries";
import { eventFileUrl } from "@/lib/platform/media/rules";
import type { RegistrationKind } from "@/lib/events/events/schema";
import { formatMoney, formatNumber } from "@/lib/platform/format";
import { StandState, StandSpots } from "./stand-spots";

/** The stands on their map, and as a list with size, power and price. */
export async function EventStands({ event }: { event: PublicEvent }) {
  const t = await getTranslations("events/events");
  const locale = await getLocale();
  const stands = event.event_stands;
  if (stands.length === 0) return null;
  const metres = (value: number) => formatNumber(value, locale, { maximumFractionDigits: 1 });
  const labels = { free: t("page.standFree"), taken: t("page.standTaken") };
  return (
    <section className="mt-10">
      <h2 className="display-2">{t("page.stands")}</h2>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-2">
        {/* The positions are percent of the picture, so it keeps its own proportions. */}
        <div
          className={`relative w-full overflow-hidden rounded-2xl border-2 border-line bg-raised ${event.stand_map_path ? "" : "aspect-[4/3]"}`}
        >
          {event.stand_map_path && (
            <img
              src={eventFileUrl(event.stand_map_path)}
              alt={t("page.standMapAlt")}
              loading="lazy"
              className="block w-full"
            />
          )}
          <StandSpots
            eventId={event.id}
            stands={stands.map(({ id, label, x, y }) => ({ id, label, x, y }))}
            labels={labels}
          />
        </div>
        <ul className="grid gap-2">
          {stands.map((stand) => (
            <li key={stand.id} className="rounded-xl border-2 border-line bg-surface px-3 py-2">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-display text-xl">{stand.label}</span>
                <span className="text-muted">
                  {stand.kinds.map((kind) => t(`registration.${kind as RegistrationKind}`)).join(", ")}
                </span>
                <StandState eventId={event.id} standId={stand.id} labels={labels} />
              </p>
              <p className="text-sm text-muted tabular">
                {[
                  stand.width_m && stand.depth_m
                    ? t("page.standSize", { width: metres(stand.width_m), depth: metres(stand.depth_m) })
                    : null,
                  stand.power_kva ? t("page.standPower", { kva: metres(stand.power_kva) }) : null,
                  stand.price_cents > 0
                    ? t("page.standPrice", { price: formatMoney(stand.price_cents, locale) })
                    : null,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
