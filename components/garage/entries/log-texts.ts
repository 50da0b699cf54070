"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["garage/entries"]>("LogTexts");
export { Provider as LogTexts, useTexts as useLogTexts };
