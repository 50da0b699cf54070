"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

export type RegistrationMessages = Pick<
  Messages["events/registrations"],
  "form" | "problem" | "validation" | "documentNames"
> & { order: Messages["events/orders"]["form"] };

const { Provider, useTexts } = createTexts<RegistrationMessages>("RegistrationTexts");
export { Provider as RegistrationTexts, useTexts as useRegistrationTexts };
