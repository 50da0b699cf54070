import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { setSharesAction } from "@/lib/commerce/ads/actions";
import type { PlacementShares as Shares } from "@/lib/commerce/ads/queries";
import type { Placement } from "@/lib/commerce/ads/rules";
import { STATES } from "@/lib/geo/states/rules";
import { formatPercent } from "@/lib/platform/format";

/** Every placement with its shares, what is taken today and how often each banner is shown. */
export async function PlacementShares({ shares, mayEdit }: { shares: readonly Shares[]; mayEdit: boolean }) {
  const [t, place, locale] = [
    await getTranslations("commerce/ads.shares"),
    await getTranslations("commerce/ads.place"),
    await getLocale(),
  ];
  const whereOf = (states: readonly string[]) =>
    states.length < STATES.length ? t("where", { states: states.join(", ") }) : t("everywhere");
  return (
    <section aria-labelledby="posicoes" className="grid gap-3">
      <h2 id="posicoes" className="text-2xl">
        {t("title")}
      </h2>
      <p className="max-w-3xl text-muted">{t("lead")}</p>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {shares.map(({ placement, page, shares: count, taken, states }) => (
          <li key={placement} className="grid content-start gap-1 rounded-xl border border-line bg-surface p-4">
            <h3 className="text-xl">{place(placement as Placement)}</h3>
            <p className="text-sm text-muted">{page}</p>
            <p className="tabular">{t("today", { taken, shares: count })}</p>
            <p className="text-sm text-muted">
              {taken === 0
                ? t("empty")
                : [
                    whereOf(states),
                    t("rotation", { share: formatPercent(1 / taken, locale, { maximumFractionDigits: 0 }) }),
                    taken < count && t("beside"),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
            </p>
            {mayEdit && (
              <CommandForm
                key={count}
                action={setSharesAction}
                label={t("save")}
                hidden={{ placement, previous: String(count) }}
                variant="outline"
                className="mt-2 flex flex-wrap items-end gap-3"
              >
                <LabelledInput
                  label={t("shares")}
                  name="shares"
                  type="number"
                  min={1}
                  max={1000}
                  required
                  defaultValue={count}
                  width="w-28"
                />
              </CommandForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
