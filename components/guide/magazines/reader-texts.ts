"use client";

import { createTexts } from "@/components/ui/texts";
import type { ReaderLabels } from "./reader-model";

const { Provider, useTexts } = createTexts<ReaderLabels>("ReaderTexts");
export { Provider as ReaderTexts, useTexts as useReaderTexts };
