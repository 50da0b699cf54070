import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { formatNumber } from "@/lib/platform/format";
import { ACTIVE_REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";

type Props = {
  types: readonly { id: string; name: string; capacity: number | null; taken: number }[];
  totals: readonly { type_id: string; status: string; registrations: number }[];
};

/** Places and registrations of every kind. */
export async function TypeTotals({ types, totals }: Props) {
  const t = await getTranslations("events/panel");
  const locale = await getLocale();
  const count = (type: string, status: string) =>
    totals
      .filter((one) => one.type_id === type && one.status === status)
      .reduce((sum, one) => sum + one.registrations, 0);
  const rows = types.map(({ id, name, capacity, taken }) => ({
    id,
    cells: [
      <strong key="name">{name}</strong>,
      capacity === null
        ? t("totals.unlimited", { taken: formatNumber(taken, locale) })
        : t("totals.places", { taken: formatNumber(taken, locale), capacity: formatNumber(capacity, locale) }),
      ...ACTIVE_REGISTRATION_STATUSES.map((status) => (
        <span key={status} className="tabular">
          {formatNumber(count(id, status), locale)}
        </span>
      )),
    ],
  }));
  const heads = [
    t("filter.type"),
    t("totals.taken"),
    ...ACTIVE_REGISTRATION_STATUSES.map((status) => t(`status.${status}`)),
  ];
  return <DataTable caption={t("totals.title")} heads={heads} rows={rows} empty={t("totals.empty")} />;
}
