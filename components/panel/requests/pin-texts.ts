"use client";

import type { Messages } from "next-intl";
import type { MapLabels } from "@/components/geo/map/labels";
import { createTexts } from "@/components/ui/texts";

type Requests = Messages["panel/requests"];
export type PinTexts = { place: Pick<Requests["place"], "map">; form: Pick<Requests["form"], "optional">; map: MapLabels };

export const { Provider: PinTextsProvider, useTexts: usePinTexts } = createTexts<PinTexts>("PinTextsProvider");
