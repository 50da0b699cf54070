import { getLocale, getTranslations } from "next-intl/server";
import type { ExplorerLabels } from "./explorer-texts";
import { FILTER_KEYS, SORTS, type FilterKey, type Options } from "./region-filters";
import { formatMonth } from "@/lib/platform/format";

/** Texts of the route list for the offered values only, passed as props because public pages have no intl provider. */
export async function explorerLabels(options: Options, total: number): Promise<ExplorerLabels> {
  const t = await getTranslations("guide/regions");
  const locale = await getLocale();
  const word: Record<FilterKey, (value: string) => string> = {
    distancia: (value) => t(`filters.distance.${value as "ate-100"}`),
    horas: (value) => t(`filters.hours.${value as "ate-2"}`),
    piso: (value) => t(`filters.surface.${value as "asfalto"}`),
    tema: (value) => (t.has(`theme.${value as "serra"}`) ? t(`theme.${value as "serra"}`) : value),
    mes: (value) => formatMonth(Number(value), locale),
    altitude: (value) => t(`filters.altitude.${value as "ate-500"}`),
  };
  const valuesOf = (key: FilterKey) => Object.fromEntries(options[key].map((value) => [value, word[key](value)]));
  return {
    title: t("filters.title"),
    any: t("filters.any"),
    list: t("filters.list"),
    map: t("filters.map"),
    sort: t("filters.sort"),
    sorts: Object.fromEntries(SORTS.map((sort) => [sort, t(`filters.sorts.${sort}`)])) as ExplorerLabels["sorts"],
    filters: Object.fromEntries(FILTER_KEYS.map((key) => [key, t(`filters.by.${key}`)])) as ExplorerLabels["filters"],
    values: Object.fromEntries(FILTER_KEYS.map((key) => [key, valuesOf(key)])) as ExplorerLabels["values"],
    count: t("filters.count", { shown: "{shown}", total }),
    none: t("filters.none"),
    clear: t("filters.clear"),
    near: t("filters.near", { km: "{km}" }),
    locate: t("filters.locate"),
    locating: t("filters.locating"),
    failed: t("filters.failed"),
    noPosition: t("filters.noPosition"),
  };
}
