"use client";

import type { Messages } from "next-intl";
import type { PinTexts } from "@/components/panel/requests/pin-texts";
import { createTexts } from "@/components/ui/texts";

export type ModeratedTexts = PinTexts &
  Pick<Messages["partners/own-places"], "moderated" | "gallery"> &
  Pick<Messages["panel/requests"], "place" | "validation">;

export const { Provider: ModeratedTextsProvider, useTexts: useModeratedTexts } =
  createTexts<ModeratedTexts>("ModeratedTextsProvider");
