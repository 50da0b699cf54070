"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

/** Texts that the public forms share: those of the confirmation. */
export type RequestTexts = Pick<Messages["panel/requests"], "done">;

export const { Provider: RequestTextsProvider, useTexts: useRequestTexts } =
  createTexts<RequestTexts>("RequestTextsProvider");
