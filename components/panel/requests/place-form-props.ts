import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import type { ChoiceCard } from "@/components/form/choice-cards";
import type { MapLabels } from "@/components/geo/map/labels";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { State } from "@/lib/geo/states/rules";

type PlaceTexts = Pick<Messages["panel/requests"], "place" | "form" | "done"> & {
  attributes: Record<string, string>;
  map: MapLabels;
};

export type PlaceFormProps = {
  uf: string;
  state: State;
  locale: Locale;
  texts: PlaceTexts;
  validation: Messages["panel/requests"]["validation"];
  /** The consent sentence with its link. */
  consent: ReactNode;
  /** Plans on offer; the choice is hidden when there are none. */
  plans: readonly ChoiceCard[];
  categories: readonly { value: string; label: string }[];
};
