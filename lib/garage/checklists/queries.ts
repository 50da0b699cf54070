import "server-only";
import { z } from "zod";
import { translated } from "../../platform/i18n/content";
import type { Locale } from "../../platform/i18n/routing";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { countStatuses, isForCar, ITEM_STATUSES, progressOf, type ChecklistResult, type ItemStatus } from "./rules";
import type { ChecklistItem, ChecklistKind, OwnTemplate, StoredChecklist } from "./schema";
import { CHECKLIST_RESULTS } from "../../platform/supabase/database-constants/garage";
import { CHECKLIST_ANSWERS, CHECKLIST_KINDS } from "../../platform/supabase/database-constants/guide";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** What an item asks, as it is stored. */
const storedQuestion = z.object({
  key: z.string(),
  section: z.string(),
  text: z.string(),
  why: z.string(),
  answer: z.enum(CHECKLIST_ANSWERS),
  unit: z.string(),
  choices: z.string(),
  suggests_maintenance: z.boolean(),
});

/** Result of `get_vehicle_checklist`, and part of that of `save_vehicle_checklist`. */
export const storedChecklist: z.ZodType<StoredChecklist> = z.object({
  id: z.string(),
  vehicle_id: z.string(),
  vehicle_name: z.string(),
  template_id: z.string().nullable(),
  own_template_id: z.string().nullable(),
  kind: z.enum(CHECKLIST_KINDS),
  title: z.string(),
  revision: z.number(),
  previous_id: z.string().nullable(),
  next_id: z.string().nullable(),
  version: z.number(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  signed_on: z.string().nullable(),
  signed_km: z.number().nullable(),
  result: z.enum(CHECKLIST_RESULTS),
  items: z.array(
    storedQuestion.extend({
      id: z.string(),
      position: z.number(),
      version: z.number(),
      status: z.enum([...ITEM_STATUSES, "pending"]),
      value: z.string(),
      note: z.string(),
      photos: z.array(z.string()),
      earlier_photos: z.array(z.string()).optional(),
      task: z.object({ id: z.string(), status: z.enum(["open", "done"]) }).nullable(),
    }),
  ),
});

/** A template of the team or an own one. */
export type Template = Omit<OwnTemplate, "items"> & { isOwn: boolean; items: ChecklistItem[] };

const ITEM_COLUMNS =
  "key, section, text, why, answer, unit, choices, suggests_maintenance, car_kinds, translations" as const;

/** Templates of the team with the items for these kinds of cars, in the language of the page. */
export async function listTemplates(
  client: SessionClient,
  carKinds: readonly string[],
  locale: Locale,
): Promise<Template[]> {
  const rows = orThrow(
    await client
      .from("checklist_templates")
      .select(`id, kind, title, translations, checklist_template_items (${ITEM_COLUMNS})`)
      .eq("is_public", true)
      .order("position")
      .order("position", { referencedTable: "checklist_template_items" }),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as ChecklistKind,
    title: translated(row, "title", locale).text,
    isOwn: false,
    items: row.checklist_template_items
      .filter((item) => isForCar(item.car_kinds, carKinds))
      .map((item) => ({
        key: item.key,
        section: translated(item, "section", locale).text,
        text: translated(item, "text", locale).text,
        why: translated(item, "why", locale).text,
        answer: item.answer as ChecklistItem["answer"],
        unit: translated(item, "unit", locale).text,
        choices: translated(item, "choices", locale).text,
        suggests_maintenance: item.suggests_maintenance,
      })),
  }));
}

/** Own templates of the account. */
export async function listOwnTemplates(client: SessionClient): Promise<Template[]> {
  const rows = orThrow(
    await client.from("vehicle_checklist_templates").select("id, title, kind, items").order("title").order("id"),
  );
  return rows.map(({ id, title, kind, items }) => ({
    id,
    title,
    kind: kind as ChecklistKind,
    isOwn: true,
    items: z.array(storedQuestion).parse(items),
  }));
}

const HISTORY = 200;

/** Checklists of a car, the newest first, with the number of items per status. */
export async function listChecklists(client: SessionClient, vehicle: string) {
  const rows = orThrow(
    await client
      .from("vehicle_checklists")
      .select(
        "id, title, kind, revision, previous_id, started_at, finished_at, signed_on, signed_km, result, vehicle_checklist_items (status)",
      )
      .eq("vehicle_id", vehicle)
      .is("deleted_at", null)
      .order("started_at", { ascending: false })
      .order("id")
      .limit(HISTORY),
  );
  return rows.map(({ vehicle_checklist_items: items, result, ...row }) => ({
    ...row,
    result: result as ChecklistResult,
    counts: countStatuses(items as { status: ItemStatus }[]),
  }));
}
export type ListedChecklist = Awaited<ReturnType<typeof listChecklists>>[number];

const SHOWN_OPEN = 8;

/** Unfinished checklists of all cars that the caller edits, the last changed first. */
export async function listUnfinished(client: SessionClient, vehicles: readonly string[]) {
  if (vehicles.length === 0) return [];
  const rows = orThrow(
    await client
      .from("vehicle_checklists")
      .select("id, title, revision, vehicle_id, vehicle_checklist_items (status)")
      .in("vehicle_id", [...vehicles])
      .is("finished_at", null)
      .is("deleted_at", null)
      .order("updated_at", { ascending: false })
      .order("id")
      .limit(SHOWN_OPEN),
  );
  return rows.map(({ vehicle_checklist_items: items, ...row }) => ({
    ...row,
    ...progressOf(items as { status: ItemStatus }[]),
  }));
}
export type UnfinishedChecklist = Awaited<ReturnType<typeof listUnfinished>>[number];

/** A checklist with its items; null when the account may not read it or it is in the trash. */
export async function getChecklist(client: SessionClient, id: string): Promise<StoredChecklist | null> {
  return storedChecklist.nullable().parse(orThrow(await client.rpc("get_vehicle_checklist", { checklist: id })));
}

/** Maintenance tasks of a car, the open ones first. */
export async function listTasks(client: SessionClient, vehicle: string) {
  const rows = orThrow(
    await client
      .from("vehicle_tasks")
      .select(
        "id, title, status, created_at, done_at, done_entry_id, vehicle_checklist_items (text, checklist_id, vehicle_checklists (title))",
      )
      .eq("vehicle_id", vehicle)
      .order("status", { ascending: false })
      .order("created_at", { ascending: false })
      .order("id")
      .limit(HISTORY),
  );
  return rows.map(({ vehicle_checklist_items: item, status, ...task }) => ({
    ...task,
    status: status as "open" | "done",
    source: item && { checklist: item.checklist_id, title: item.vehicle_checklists.title, text: item.text },
  }));
}
export type ListedTask = Awaited<ReturnType<typeof listTasks>>[number];
