"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";
import type { OfflinePagesLabels } from "./offline-pages";

const { Provider, useTexts } = createTexts<{
  labels: OfflinePagesLabels;
  search: Messages["platform/offline"]["shelf"]["search"];
}>("ShelfTexts");
export { Provider as ShelfTexts, useTexts as useShelfTexts };
