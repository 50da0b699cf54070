"use client";

import { createTexts } from "@/components/ui/texts";
import type { RadioLabels } from "./radio-labels";

const { Provider, useTexts } = createTexts<RadioLabels>("RadioTexts");
export { Provider as RadioTexts, useTexts as useRadioTexts };
