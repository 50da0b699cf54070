"use client";

import { createTexts } from "@/components/ui/texts";
import type { OddTexts } from "./odd-text";

/** Texts of the question about a reading that does not fit. */
const { Provider, useTexts } = createTexts<OddTexts>("ReadingTexts");
export { Provider as ReadingTexts, useTexts as useReadingTexts };
