"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["garage/diary"]["finish"]>("FinishTexts");
export { Provider as FinishTexts, useTexts as useFinishTexts };
