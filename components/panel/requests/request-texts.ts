"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

/** Texts that the public forms share: those of the confirmation. */
type RequestMessages = Pick<Messages["panel/requests"], "done">;

const { Provider, useTexts } = createTexts<RequestMessages>("RequestTexts");
export { Provider as RequestTexts, useTexts as useRequestTexts };
