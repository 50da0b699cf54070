import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { AD_STATUSES } from "@/lib/ads/rules";
import { STATES } from "@/lib/states/rules";

type AdFiltersProps = { action: string; filter: { status: string | null; state: string | null; search: string } };

const SELECT = "h-11 rounded-lg border-2 border-line bg-surface px-3";

/** Filters of the list of banners; a plain form, so that every view has its own address. */
export async function AdFilters({ action, filter }: AdFiltersProps) {
  const t = await getTranslations("ads.admin");
  const statuses = await getTranslations("ads.status");
  return (
    <form action={action} className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        name="busca"
        aria-label={t("search")}
        placeholder={t("search")}
        defaultValue={filter.search}
        className="w-full sm:w-64"
      />
      <select name="situacao" aria-label={t("status")} defaultValue={filter.status ?? ""} className={SELECT}>
        <option value="">{t("anyStatus")}</option>
        {AD_STATUSES.map((status) => (
          <option key={status} value={status}>
            {statuses(status)}
          </option>
        ))}
      </select>
      <select name="uf" aria-label={t("state")} defaultValue={filter.state ?? ""} className={SELECT}>
        <option value="">{t("anyState")}</option>
        {STATES.map(({ abbr, name }) => (
          <option key={abbr} value={abbr}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" variant="outline">
        {t("filter")}
      </Button>
    </form>
  );
}
