"use client";

import type { Messages } from "next-intl";
import type { MapLabels } from "@/components/geo/map/labels";
import { createTexts } from "@/components/ui/texts";

type Requests = Messages["panel/requests"];
export type PinMessages = {
  place: Pick<Requests["place"], "map">;
  form: Pick<Requests["form"], "optional">;
  map: MapLabels;
};

const { Provider, useTexts } = createTexts<PinMessages>("PinTexts");
export { Provider as PinTexts, useTexts as usePinTexts };
