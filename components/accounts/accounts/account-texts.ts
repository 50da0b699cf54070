"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

type Texts = Messages["accounts/accounts"];
const { Provider, useTexts } = createTexts<Partial<Texts>>("AccountTexts");

/** The page provides the parts that its forms show, and no others. */
export { Provider as AccountTexts };

/** The named parts; a part that the page does not provide is an error. */
export function useAccountTexts<Part extends keyof Texts>(...parts: readonly Part[]): Pick<Texts, Part> {
  const texts = useTexts();
  const missing = parts.find((part) => !(part in texts));
  if (missing) throw new Error(`AccountTexts has no part ${missing}`);
  return texts as Pick<Texts, Part>;
}
