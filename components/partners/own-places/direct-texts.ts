"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type DirectMessages = Pick<Messages["partners/own-places"], "direct" | "days"> & {
  attributes: Messages["guide/services"]["attribute"];
  optional: string;
  validation: Messages["panel/requests"]["validation"];
};

const { Provider, useTexts } = createTexts<DirectMessages>("DirectTexts");
export { Provider as DirectTexts, useTexts as useDirectTexts };
