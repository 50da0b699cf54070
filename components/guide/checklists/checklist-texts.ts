"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["guide/checklists"]["list"]>("ChecklistTexts");
export { Provider as ChecklistTexts, useTexts as useChecklistTexts };
