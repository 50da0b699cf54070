import { z } from "zod";
import { ITEM_STATUSES, type ChecklistResult } from "./rules";
import { typed, typedInLine } from "../../platform/form";
import type { Outcome } from "../../platform/outcome";
import type { ENTRY_REFUSALS } from "../entries/schema";
import { CHECKLIST_ANSWERS, CHECKLIST_KINDS } from "../../platform/supabase/database-constants/guide";

const kind = z.enum(CHECKLIST_KINDS);
export type ChecklistKind = z.infer<typeof kind>;

/** What an item asks; copied from the template when a checklist is started. */
const itemSchema = z.object({
  key: z.string().regex(/^[a-z0-9-]{0,60}$/),
  section: typedInLine().min(1).max(120),
  text: typed().min(1).max(300),
  why: typed().max(600),
  answer: z.enum(CHECKLIST_ANSWERS),
  unit: typedInLine().max(20),
  choices: typed().max(600),
  suggests_maintenance: z.boolean(),
});
export type ChecklistItem = z.infer<typeof itemSchema>;

const MAX_ITEMS = 150;

/** An own template of an account, for all of its cars; `id` is made by the device. */
export const ownTemplateSchema = z.object({
  id: z.uuid(),
  title: typedInLine().min(1).max(120),
  kind,
  items: z.array(itemSchema).min(1).max(MAX_ITEMS),
});
export type OwnTemplate = z.infer<typeof ownTemplateSchema>;

const answerSchema = z.object({
  status: z.enum([...ITEM_STATUSES, "pending"]),
  value: z.string().max(300),
  note: z.string().max(1000),
});
export type ItemAnswer = z.infer<typeof answerSchema>;

const startSchema = z.object({
  kind,
  title: typedInLine().min(1).max(160),
  template_id: z.uuid().nullable(),
  own_template_id: z.uuid().nullable(),
  started_at: z.iso.datetime(),
  items: z
    .array(itemSchema.extend({ id: z.uuid() }))
    .min(1)
    .max(MAX_ITEMS),
});

/** `entry`: the kilometre entry that the signature writes; `km` as the odometer shows them. */
const signatureSchema = z.object({
  entry: z.uuid(),
  on: z.iso.date(),
  km: z.number().min(0).max(9_999_999).nullable(),
});
export type Signature = z.infer<typeof signatureSchema>;

/** What a device sends: the start of a new checklist, changed items with the versions that it had, tasks and the signature. */
export const saveChecklistSchema = z.object({
  id: z.uuid(),
  vehicle: z.uuid(),
  create: startSchema.nullable(),
  changes: z.array(answerSchema.extend({ id: z.uuid(), expected_version: z.int().min(1) })).max(MAX_ITEMS),
  tasks: z.array(z.object({ id: z.uuid(), item: z.uuid(), title: typedInLine().min(1).max(120) })).max(MAX_ITEMS),
  finish: signatureSchema.nullable(),
});
export type SaveChecklist = z.infer<typeof saveChecklistSchema>;

export type StoredItem = ChecklistItem &
  ItemAnswer & {
    id: string;
    position: number;
    version: number;
    /** Files in `vehicle_files`. */
    photos: string[];
    /** Photos of the item in earlier versions of the checklist; missing in what a device stored before they existed. */
    earlier_photos?: string[];
    task: { id: string; status: "open" | "done" } | null;
  };

/** A checklist as the database has it. */
export type StoredChecklist = {
  id: string;
  vehicle_id: string;
  vehicle_name: string;
  template_id: string | null;
  own_template_id: string | null;
  kind: ChecklistKind;
  title: string;
  revision: number;
  previous_id: string | null;
  next_id: string | null;
  version: number;
  started_at: string;
  finished_at: string | null;
  signed_on: string | null;
  signed_km: number | null;
  result: ChecklistResult;
  items: StoredItem[];
};

/**
 * `conflict`: items in `conflicts` were changed by another device, so it was not finished, or another device finished it
 * with other answers. `finish_refused`: the changes were stored, the signature was not.
 */
type Stored = { conflicts: string[]; checklist: StoredChecklist };
export type SaveChecklistAnswer = Outcome<
  Stored & { finish_refused: "in_future" | null },
  (typeof ENTRY_REFUSALS)[number],
  Stored & { is_finished: boolean }
>;

/** Answer of `GET /api/vehicle-checklists/{id}`; `owner` is the account of the device. */
export type ReadChecklistAnswer = { owner: string; canEdit: boolean; checklist: StoredChecklist };

export const taskDoneSchema = z.object({
  task: z.uuid(),
  entry: z.uuid(),
  title: typedInLine().min(1).max(120),
  on_date: z.iso.date(),
  reading_km: z.number().min(0).max(9_999_999).nullable(),
  total_cents: z.int().min(0).max(1_000_000_000).nullable(),
  notes: typed().max(4000),
});
export type TaskDone = z.infer<typeof taskDoneSchema>;
