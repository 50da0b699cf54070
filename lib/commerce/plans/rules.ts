import type { Permission } from "../../platform/auth/permissions";
import { PANEL_PAGES, type PanelKey } from "../../platform/panel-pages";
import type { BUYABLE_PLAN_TYPES } from "../../platform/supabase/database-constants/commerce";

type BuyablePlanType = (typeof BUYABLE_PLAN_TYPES)[number];

/** What is set so far. */
export type SetupFacts = {
  /** Keys of the company and contact settings without a value of the owner. */
  missingSettings: readonly string[];
  isPixOn: boolean;
  isCardOn: boolean;
  /** Types of the plans on offer. */
  offered: readonly string[];
};

const ownerSetting = (key: string) => ({
  page: "settings" as PanelKey,
  anchor: `#${key}`,
  isSet: ({ missingSettings }: SetupFacts) => !missingSettings.includes(key),
});
const planOf = (type: BuyablePlanType) => ({
  page: "advertising_plans" as PanelKey,
  anchor: `?plan_type=${type}`,
  isSet: ({ offered }: SetupFacts) => offered.includes(type),
});
const payment = (isSet: (facts: SetupFacts) => boolean) => ({
  page: "payment_settings" as PanelKey,
  anchor: "",
  isSet,
});

/** What must be set before the first sale, in the order of the page; the portal sells without the optional ones. */
const STEPS = {
  company: ownerSetting("company_legal_line"),
  phone: ownerSetting("contact_phone"),
  email: ownerSetting("contact_email"),
  pix: payment(({ isPixOn }) => isPixOn),
  banners: planOf("ad_banner"),
  listings: { ...planOf("listing"), isOptional: true },
  card: { ...payment(({ isCardOn }) => isCardOn), isOptional: true },
};
type SetupKey = keyof typeof STEPS;
/** `permission`: of the page where it is set. */
export type SetupStep = { key: SetupKey; path: string; permission: Permission; state: "set" | "missing" | "optional" };

/** Every step with its state and the address where it is set. */
export function setupSteps(facts: SetupFacts): SetupStep[] {
  return Object.entries(STEPS).map(([key, step]) => ({
    key: key as SetupKey,
    path: PANEL_PAGES[step.page].path + step.anchor,
    permission: PANEL_PAGES[step.page].permission,
    state: step.isSet(facts) ? "set" : "isOptional" in step ? "optional" : "missing",
  }));
}

/** How many steps without which nothing can be sold are missing. */
export const countMissing = (steps: readonly SetupStep[]) => steps.filter(({ state }) => state === "missing").length;
