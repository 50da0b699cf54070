import type { Messages } from "next-intl";
import { createContext, use } from "react";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { MapLabels } from "../../geo/map/labels";
import type { ConditionTexts } from "../conditions/texts";
import type { PlanStore } from "./plan-store";

export type PlannerTexts = Messages["travel/trips"]["planner"];

/** What every part of the planner needs. */
export type PlannerTools = {
  store: PlanStore;
  texts: PlannerTexts;
  conditions: ConditionTexts;
  map: MapLabels;
  locale: Locale;
  /** Reads a text to screen readers and shows it above the list. */
  announce: (text: string) => void;
};

export const PlannerContext = createContext<PlannerTools | null>(null);

export function usePlanner(): PlannerTools {
  const tools = use(PlannerContext);
  if (!tools) throw new Error("a part of the planner is used outside of it");
  return tools;
}
