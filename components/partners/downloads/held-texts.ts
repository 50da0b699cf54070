"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type HeldTexts = Pick<Messages["partners/vouchers"], "benefit" | "acceptance"> &
  Pick<Messages["partners/downloads"], "validity" | "held">;

export const { Provider: HeldTextsProvider, useTexts: useHeldTexts } = createTexts<HeldTexts>("HeldTextsProvider");
