import { getTranslations } from "next-intl/server";
import type { Placement } from "@/lib/commerce/ads/rules";
import { STATES } from "@/lib/geo/states/rules";
import type { Locale } from "@/lib/platform/i18n/routing";

type Sold = { placements: readonly string[]; states: readonly string[]; states_limit: number | null };

/** The positions and states of a sale as its contract and payment page name them. */
export async function soldPlaces({ placements, states, states_limit: limit }: Sold, locale: Locale) {
  const t = await getTranslations({ locale, namespace: "commerce/sales.contract" });
  const place = await getTranslations({ locale, namespace: "commerce/ads.place" });
  const names = STATES.filter(({ abbr }) => states.includes(abbr)).map(({ name }) => name);
  return {
    places:
      placements.length > 0
        ? placements.map((key) => (place.has(key as Placement) ? place(key as Placement) : key)).join(", ")
        : t("everyPlace"),
    // Sales with a limit and without states are older than the choice in the form.
    states: names.length > 0 ? names.join(", ") : limit === null ? t("country") : t("stateCount", { count: limit }),
  };
}
