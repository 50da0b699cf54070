"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

type Vouchers = Messages["partners/vouchers"];
export type OfferMessages = Pick<Vouchers, "offer" | "validation" | "benefit" | "acceptance" | "card"> & {
  panel: Pick<Vouchers["panel"], "reason">;
};

const { Provider, useTexts } = createTexts<OfferMessages>("OfferTexts");
export { Provider as OfferTexts, useTexts as useOfferTexts };
