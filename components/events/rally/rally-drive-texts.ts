"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Pick<Messages["events/rally"], "drive" | "book">>("RallyDriveTexts");
export { Provider as RallyDriveTexts, useTexts as useRallyDriveTexts };
