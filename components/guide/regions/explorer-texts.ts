"use client";

import { createTexts } from "@/components/ui/texts";
import type { ExplorerLabels } from "./region-explorer";

const { Provider, useTexts } = createTexts<ExplorerLabels>("ExplorerTexts");
export { Provider as ExplorerTexts, useTexts as useExplorerTexts };
