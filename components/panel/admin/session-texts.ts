"use client";

import { createTexts } from "@/components/ui/texts";

export type SessionMessages = Record<"title" | "text" | "signIn" | "back", string>;

const { Provider, useTexts } = createTexts<SessionMessages>("SessionTexts");
export { Provider as SessionTexts, useTexts as useSessionTexts };
