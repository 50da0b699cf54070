import type { Messages } from "next-intl";

export type BreakdownTexts = Messages["breakdown"]["panel"];
