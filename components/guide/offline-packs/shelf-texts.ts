"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type OfflinePagesLabels = Record<
  | "packs"
  | "pack"
  | "tracks"
  | "unfinished"
  | "trips"
  | "pages"
  | "page"
  | "empty"
  | "phones"
  | "photoPoints"
  | "retry"
  | "reading",
  string
>;

const { Provider, useTexts } = createTexts<{
  labels: OfflinePagesLabels;
  search: Messages["platform/offline"]["shelf"]["search"];
}>("ShelfTexts");
export { Provider as ShelfTexts, useTexts as useShelfTexts };
