"use client";

import { createTexts } from "@/components/ui/texts";

export type MovedMessages = Record<
  "moved" | "opensAt" | "closesAt" | "editUntil" | "price" | "votes" | "programme",
  string
>;

const { Provider, useTexts } = createTexts<MovedMessages>("MovedTexts");
export { Provider as MovedTexts, useTexts as useMovedTexts };
