"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

type Vouchers = Messages["partners/vouchers"];
export type OfferTexts = Pick<Vouchers, "offer" | "validation" | "benefit" | "acceptance" | "card"> & {
  panel: Pick<Vouchers["panel"], "reason">;
};

export const { Provider: OfferTextsProvider, useTexts: useOfferTexts } = createTexts<OfferTexts>("OfferTextsProvider");
