"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["garage/csv"]>("CsvTexts");
export { Provider as CsvTexts, useTexts as useCsvTexts };
