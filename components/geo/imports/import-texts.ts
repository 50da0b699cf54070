"use client";

import { createTexts } from "@/components/ui/texts";
import type { ImportMessages } from "./import-messages";

/** Texts of imports, which are loaded with the first file (`importMessages`). */
const { Provider, useTexts } = createTexts<ImportMessages>("ImportTexts");
export { Provider as ImportTexts, useTexts as useImportTexts };
