import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import type { AdPlan } from "@/lib/commerce/ads/queries";
import { offeredPlacements } from "@/lib/commerce/ads/rules";
import { PLACEMENTS } from "@/lib/panel/record-choices/rules";
import { translated } from "@/lib/platform/i18n/content";
import { formatMoney } from "@/lib/platform/format";

type Props = {
  plans: readonly AdPlan[];
  whatsapp: (plan: string) => string | null;
  /** Ways to reach the portal without a plan; null or empty while the owner has not set them. */
  contact: { whatsapp: string | null; email: string };
};

/** The plans on offer with their prices; without one, how to ask. */
export async function AdPlans({ plans, whatsapp, contact }: Props) {
  if (plans.length === 0) return <NoPlans contact={contact} />;
  const t = await getTranslations("commerce/ads.plans");
  const place = await getTranslations("commerce/ads.place");
  const locale = await getLocale();
  const placesOf = (plan: AdPlan) => {
    const { placements_limit: count } = plan;
    if (count === null && plan.placements.length === 0 && plan.states_limit === null) return t("everywhere");
    const places = offeredPlacements(plan, PLACEMENTS)
      .map((key) => place(key))
      .join(" · ");
    return count === null ? places : t("upTo", { count, places });
  };
  return (
    <section className="mt-12">
      <h2 className="display-2">{t("title")}</h2>
      <p className="mt-1 max-w-3xl text-muted">{t("lead")}</p>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {plans.map((plan) => {
          const { text: name } = translated(plan, "name", locale);
          const { text: description } = translated(plan, "description", locale);
          return (
            <li key={plan.id} className="flex flex-col rounded-2xl border-2 border-line bg-surface p-5">
              <h3 className="text-2xl">{name}</h3>
              <p className="mt-2 font-display text-4xl tabular">{formatMoney(plan.price * 100, locale)}</p>
              <p className="text-muted">{t("terms", { days: plan.duration_days, states: plan.states_limit ?? 0 })}</p>
              {description && <p className="mt-3 whitespace-pre-line">{description}</p>}
              <p className="mt-3 border-t border-line pt-3 text-sm text-muted">{placesOf(plan)}</p>
              <p className="mt-auto pt-4">
                <Button asChild variant="faixa" className="w-full">
                  {whatsapp(name) ? (
                    <a href={whatsapp(name) ?? ""} target="_blank" rel="noopener">
                      {t("talk")}
                    </a>
                  ) : (
                    <a href="#quero-anunciar">{t("talk")}</a>
                  )}
                </Button>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

async function NoPlans({ contact }: Pick<Props, "contact">) {
  const t = await getTranslations("commerce/ads.plans");
  return (
    <section className="mt-12">
      <h2 className="display-2">{t("title")}</h2>
      <p className="mt-1 max-w-3xl text-muted">{t("none")}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <Button asChild variant="faixa">
          <a href="#quero-anunciar">{t("tell")}</a>
        </Button>
        {contact.whatsapp && (
          <Button asChild variant="outline">
            <a href={contact.whatsapp} target="_blank" rel="noopener">
              {t("whatsapp")}
            </a>
          </Button>
        )}
        {contact.email && (
          <Button asChild variant="outline">
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </Button>
        )}
      </p>
    </section>
  );
}
