"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type SaleFormMessages = Pick<Messages["commerce/sales"], "form"> &
  Pick<Messages["panel/requests"], "validation"> &
  Pick<Messages["commerce/ads"], "place"> & { locale: string };

const { Provider, useTexts } = createTexts<SaleFormMessages>("SaleFormTexts");
export { Provider as SaleFormTexts, useTexts as useSaleFormTexts };
