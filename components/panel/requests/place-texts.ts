"use client";

import type { Messages } from "next-intl";
import type { MapLabels } from "@/components/geo/map/labels";
import { createTexts } from "@/components/ui/texts";

export type PlaceMessages = Pick<Messages["panel/requests"], "place" | "form" | "done" | "validation"> & {
  attributes: Record<string, string>;
  map: MapLabels;
};

const { Provider, useTexts } = createTexts<PlaceMessages>("PlaceTexts");
export { Provider as PlaceTexts, useTexts as usePlaceTexts };
