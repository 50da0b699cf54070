"use client";

import type { Messages } from "next-intl";
import type { PinMessages } from "@/components/panel/requests/pin-texts";
import { createTexts } from "@/components/ui/texts";

export type ModeratedMessages = PinMessages &
  Pick<Messages["partners/own-places"], "moderated" | "gallery"> &
  Pick<Messages["panel/requests"], "place" | "validation">;

const { Provider, useTexts } = createTexts<ModeratedMessages>("ModeratedTexts");
export { Provider as ModeratedTexts, useTexts as useModeratedTexts };
