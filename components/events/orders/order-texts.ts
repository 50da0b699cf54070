"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<
  Messages["events/orders"]["console"] & { band: Messages["events/orders"]["form"]["band"] }
>("OrderTexts");
export { Provider as OrderTexts, useTexts as useOrderTexts };
