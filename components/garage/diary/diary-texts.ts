"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["garage/diary"]["diary"]>("DiaryTexts");
export { Provider as DiaryTexts, useTexts as useDiaryTexts };
