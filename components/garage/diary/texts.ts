import type { Messages } from "next-intl";

export type DiaryTexts = Messages["garage/diary"];
