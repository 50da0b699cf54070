import type { ReactNode } from "react";
import type { ChoiceCard } from "@/components/form/choice-cards";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { State } from "@/lib/geo/states/rules";

export type PlaceFormProps = {
  uf: string;
  state: State;
  locale: Locale;
  /** The consent sentence with its link. */
  consent: ReactNode;
  /** Plans on offer; the choice is hidden when there are none. */
  plans: readonly ChoiceCard[];
  categories: readonly { value: string; label: string }[];
};
