"use client";

import { createTexts } from "@/components/ui/texts";
import type { QrTexts } from "./form-values";

const { Provider, useTexts } = createTexts<QrTexts>("StudioTexts");
export { Provider as StudioTexts, useTexts as useStudioTexts };
