"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["travel/driving"]>("DrivingTexts");
export { Provider as DrivingTexts, useTexts as useDrivingTexts };
