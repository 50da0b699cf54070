"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type HeldMessages = Pick<Messages["partners/vouchers"], "benefit" | "acceptance"> &
  Pick<Messages["partners/downloads"], "validity" | "held">;

const { Provider, useTexts } = createTexts<HeldMessages>("HeldTexts");
export { Provider as HeldTexts, useTexts as useHeldTexts };
