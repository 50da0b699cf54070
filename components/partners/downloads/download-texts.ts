"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type DownloadTexts = Pick<Messages["partners/downloads"], "dialog" | "held">;

export const { Provider: DownloadTextsProvider, useTexts: useDownloadTexts } =
  createTexts<DownloadTexts>("DownloadTextsProvider");
