import type { Step } from "./step";

const inThree = (pt: string, en: string, es: string) => ({
  name: pt,
  translations: { en: { name: en }, es: { name: es } },
});

/** Suggested plans with prices in reais; they are sold once a plan manager saved them. */
const EXAMPLE_PLANS = [
  {
    plan_type: "ad_banner",
    price: 190,
    duration_days: 30,
    ...inThree("Banner por 30 dias", "Banner for 30 days", "Banner por 30 días"),
  },
  {
    plan_type: "ad_banner",
    price: 490,
    duration_days: 90,
    ...inThree("Banner por 90 dias", "Banner for 90 days", "Banner por 90 días"),
  },
  {
    plan_type: "ad_banner",
    price: 1690,
    duration_days: 365,
    ...inThree("Banner por 1 ano", "Banner for 1 year", "Banner por 1 año"),
  },
  {
    plan_type: "listing",
    price: 49,
    duration_days: 30,
    ...inThree("Lugar em destaque por 30 dias", "Highlighted place for 30 days", "Lugar destacado por 30 días"),
  },
  {
    plan_type: "listing",
    price: 490,
    duration_days: 365,
    ...inThree("Lugar em destaque por 1 ano", "Highlighted place for 1 year", "Lugar destacado por 1 año"),
  },
];

/** Suggests plans of the types that have none. */
export const plansStep: Step = {
  key: "plans",
  title: "sugestões de planos",
  input: EXAMPLE_PLANS,
  write: async (tx) => {
    const added = await tx`
      insert into public.publication_plans (name, translations, price, plan_type, duration_days, display_order, is_example)
      select name, translations, price, plan_type, duration_days, duration_days, true
      from jsonb_to_recordset(${tx.json(EXAMPLE_PLANS)})
        as plan (name text, translations jsonb, price numeric, plan_type text, duration_days integer)
      where plan_type not in (select plan_type from public.publication_plans)`;
    return `${added.count} incluídas`;
  },
};
