"use client";

import { createTexts } from "@/components/ui/texts";

export type ViewMessages = Record<"views" | "agenda" | "calendario" | "mapa", string> & {
  month: Record<"previous" | "next" | "empty" | "caption", string>;
};

const { Provider, useTexts } = createTexts<ViewMessages>("ViewTexts");
export { Provider as ViewTexts, useTexts as useViewTexts };
