"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type StatusTexts = Pick<Messages["panel/requests"], "status" | "validation">;

export const { Provider: StatusTextsProvider, useTexts: useStatusTexts } =
  createTexts<StatusTexts>("StatusTextsProvider");
