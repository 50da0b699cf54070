"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Pick<Messages["guide/breakdown"], "panel" | "text">>("BreakdownTexts");
export { Provider as BreakdownTexts, useTexts as useBreakdownTexts };
