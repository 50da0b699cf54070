"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type DirectTexts = Pick<Messages["partners/own-places"], "direct" | "days"> & {
  attributes: Messages["guide/services"]["attribute"];
  optional: string;
  validation: Messages["panel/requests"]["validation"];
};

export const { Provider: DirectTextsProvider, useTexts: useDirectTexts } =
  createTexts<DirectTexts>("DirectTextsProvider");
