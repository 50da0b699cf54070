import { getLocale, getTranslations } from "next-intl/server";
import { RegistrationStatusMark } from "@/components/events/panel/registration-status";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import type { EventFigures } from "@/lib/events/members/schema";
import { formatDay, formatNumber } from "@/lib/platform/format";
import { ACTIVE_REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";

/** Counts of an event without personal data. */
export async function FigureList({ figures }: { figures: EventFigures }) {
  const [t, locale] = [await getTranslations("events/members.figures"), await getLocale()];
  const rows = figures.kinds.map(({ id, name, capacity, taken, statuses }) => ({
    id,
    cells: [
      <strong key="name">{name}</strong>,
      capacity === null
        ? t("unlimited", { taken: formatNumber(taken, locale) })
        : t("ofPlaces", { taken: formatNumber(taken, locale), capacity: formatNumber(capacity, locale) }),
      <ul key="statuses" className="grid gap-1">
        {ACTIVE_REGISTRATION_STATUSES.flatMap((status) => {
          const counted = statuses[status];
          if (!counted) return [];
          return (
            <li key={status} className="flex flex-wrap items-center gap-2">
              <RegistrationStatusMark status={status} />
              {t("registrations", { ...counted })}
            </li>
          );
        })}
      </ul>,
    ],
  }));
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <p className="text-lg font-semibold">{t("entered", { count: figures.entered })}</p>
      <DataTable caption={t("title")} heads={[t("kind"), t("places"), t("counts")]} rows={rows} empty={t("none")} />
      {figures.days.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">{t("days")}</summary>
          <ul className="grid gap-1">
            {figures.days.toReversed().map(({ day, registrations }) => (
              <li key={day}>
                {t("day", { date: formatDay(day, locale), count: formatNumber(registrations, locale) })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </SystemSection>
  );
}
