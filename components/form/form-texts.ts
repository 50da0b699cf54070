"use client";

import { createTexts } from "@/components/ui/texts";

/** The text of every validation code that the forms below can show. */
const { Provider, useTexts } = createTexts<Record<string, string>>("FormTexts");
export { Provider as FormTexts, useTexts as useFormTexts };
