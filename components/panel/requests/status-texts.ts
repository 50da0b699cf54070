"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type StatusMessages = Pick<Messages["panel/requests"], "status" | "validation">;

const { Provider, useTexts } = createTexts<StatusMessages>("StatusTexts");
export { Provider as StatusTexts, useTexts as useStatusTexts };
