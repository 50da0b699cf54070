"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["travel/convoys"]>("ConvoyTexts");
export { Provider as ConvoyTexts, useTexts as useConvoyTexts };
