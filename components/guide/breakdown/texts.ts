import type { Messages } from "next-intl";

export type BreakdownTexts = Messages["guide/breakdown"]["panel"];
