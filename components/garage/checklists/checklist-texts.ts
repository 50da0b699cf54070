"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["garage/checklists"]>("ChecklistTexts");
export { Provider as ChecklistTexts, useTexts as useChecklistTexts };
