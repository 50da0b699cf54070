"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type PixKeyMessages = Pick<Messages["commerce/sellers"], "pixKey">;

const { Provider, useTexts } = createTexts<PixKeyMessages>("PixKeyTexts");
export { Provider as PixKeyTexts, useTexts as usePixKeyTexts };
