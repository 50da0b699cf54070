"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type DownloadMessages = Pick<Messages["partners/downloads"], "dialog" | "held">;

const { Provider, useTexts } = createTexts<DownloadMessages>("DownloadTexts");
export { Provider as DownloadTexts, useTexts as useDownloadTexts };
