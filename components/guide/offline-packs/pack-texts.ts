"use client";

import { createTexts } from "@/components/ui/texts";
import type { PackLabels } from "./pack-card";

const { Provider, useTexts } = createTexts<PackLabels>("PackTexts");
export { Provider as PackTexts, useTexts as usePackTexts };
