import { getTranslations } from "next-intl/server";
import { ListFilters } from "@/components/panel/admin/list-filters";
import { AD_STATUSES } from "@/lib/platform/supabase/database-constants/commerce";

type AdFiltersProps = { action: string; filter: { status: string | null; state: string | null; search: string } };

/** Filters of the list of banners. */
export async function AdFilters({ action, filter }: AdFiltersProps) {
  const [t, statuses] = [await getTranslations("commerce/ads.admin"), await getTranslations("commerce/ads.status")];
  return (
    <ListFilters
      action={action}
      search={{ name: "busca", label: t("search"), value: filter.search }}
      status={{
        label: t("status"),
        any: t("anyStatus"),
        value: filter.status,
        options: AD_STATUSES.map((status) => [status, statuses(status)]),
      }}
      state={{ label: t("state"), any: t("anyState"), value: filter.state }}
      submit={t("filter")}
    />
  );
}
