"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type BulkMessages = Messages["events/panel"]["bulk"] & {
  sizes: Messages["events/print-batches"]["sizes"];
};

const { Provider, useTexts } = createTexts<BulkMessages>("BulkTexts");
export { Provider as BulkTexts, useTexts as useBulkTexts };
