"use client";

import { createTexts } from "@/components/ui/texts";
import type { FilterKey, Sort } from "./region-filters";

export type ExplorerLabels = {
  title: string;
  any: string;
  list: string;
  map: string;
  sort: string;
  sorts: Record<Sort, string>;
  filters: Record<FilterKey, string>;
  /** Labels of the values, by filter. */
  values: Record<FilterKey, Record<string, string>>;
  count: string;
  none: string;
  clear: string;
  near: string;
  locate: string;
  locating: string;
  failed: string;
  noPosition: string;
};

const { Provider, useTexts } = createTexts<ExplorerLabels>("ExplorerTexts");
export { Provider as ExplorerTexts, useTexts as useExplorerTexts };
