"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type ApplicationMessages = Pick<Messages["commerce/sellers"], "application" | "pixKey"> &
  Pick<Messages["panel/requests"], "validation">;

const { Provider, useTexts } = createTexts<ApplicationMessages>("ApplicationTexts");
export { Provider as ApplicationTexts, useTexts as useApplicationTexts };
