"use client";

import type { Messages } from "next-intl";
import type { MapLabels } from "@/components/geo/map/labels";
import { createTexts } from "@/components/ui/texts";

export type PlaceTexts = Pick<Messages["panel/requests"], "place" | "form" | "done" | "validation"> & {
  attributes: Record<string, string>;
  map: MapLabels;
};

export const { Provider: PlaceTextsProvider, useTexts: usePlaceTexts } = createTexts<PlaceTexts>("PlaceTextsProvider");
