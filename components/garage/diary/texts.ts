import type { Messages } from "next-intl";

export type DiaryTexts = Messages["vehicle-diary"];
