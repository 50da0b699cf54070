"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type DeskMessages = Messages["partners/desk"] & Pick<Messages["partners/vouchers"], "benefit" | "acceptance">;

const { Provider, useTexts } = createTexts<DeskMessages>("DeskTexts");
export { Provider as DeskTexts, useTexts as useDeskTexts };
