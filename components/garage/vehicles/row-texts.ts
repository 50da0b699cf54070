"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

/** Texts of the forms of rows: save, cancel, conflict. */
const { Provider, useTexts } = createTexts<Messages["garage/vehicles"]["form"]>("RowTexts");
export { Provider as RowTexts, useTexts as useRowTexts };
