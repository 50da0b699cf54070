import type { Messages } from "next-intl";

export type ChecklistTexts = Messages["garage/checklists"];
