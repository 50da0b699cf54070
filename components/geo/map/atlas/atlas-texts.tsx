"use client";

import type { ReactNode } from "react";
import { createTexts } from "@/components/ui/texts";
import { MapTexts } from "../map-texts";
import type { AtlasLabels } from "./labels";

const { Provider, useTexts } = createTexts<AtlasLabels>("AtlasTexts");
export { useTexts as useAtlasTexts };

/** Texts of the full-page map, with those of every map. */
export function AtlasTexts({ value, children }: { value: AtlasLabels; children: ReactNode }) {
  return (
    <Provider value={value}>
      <MapTexts value={value.map}>{children}</MapTexts>
    </Provider>
  );
}
