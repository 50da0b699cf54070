"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["events/gate"]>("GateTexts");
export { Provider as GateTexts, useTexts as useGateTexts };
