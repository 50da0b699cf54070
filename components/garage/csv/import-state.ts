import type { Reading } from "@/lib/garage/csv/rules";
import type { Prepared } from "@/lib/garage/csv/entries/rules";
import type { ReadFile } from "@/lib/garage/csv/rules";
import type { ImportMessages } from "../../geo/imports/import-messages";
import type { Numbered } from "./import-batches";

/** What the person answered about a file; `confirmed` are lines whose doubtful reading is right. */
export type Answers = Reading & { vehicle: string | null; confirmed: ReadonlySet<number> };
export const FIRST_ANSWERS: Answers = { order: "dmy", sign: null, vehicle: null, confirmed: new Set() };

export type Chosen = {
  text: string;
  file: ReadFile;
  imports: ImportMessages;
  answers: Answers;
  prepared: Prepared;
  saves: Numbered[];
};
