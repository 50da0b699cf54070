"use client";

import { createTexts } from "@/components/ui/texts";
import type { MapLabels } from "./labels";

/** Texts of the interactive maps. */
const { Provider, useTexts } = createTexts<MapLabels>("MapTexts");
export { Provider as MapTexts, useTexts as useMapTexts };
