"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type DeskTexts = Messages["partners/desk"] & Pick<Messages["partners/vouchers"], "benefit" | "acceptance">;

export const { Provider: DeskTextsProvider, useTexts: useDeskTexts } = createTexts<DeskTexts>("DeskTextsProvider");
