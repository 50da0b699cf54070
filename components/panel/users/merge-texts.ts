"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type MergeMessages = Pick<Messages["panel/system"], "merge" | "roles">;

const { Provider, useTexts } = createTexts<MergeMessages>("MergeTexts");
export { Provider as MergeTexts, useTexts as useMergeTexts };
