"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Pick<Messages["garage/sharing"], "members" | "sale">>("SharingTexts");
export { Provider as SharingTexts, useTexts as useSharingTexts };
