import "server-only";
import { z } from "zod";
import { asJson } from "../../platform/supabase/json";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { EMPTY_ENTRY } from "../entries/rules";
import { storedChecklist } from "./queries";
import type { OwnTemplate, SaveChecklist, SaveChecklistAnswer, TaskDone } from "./schema";
import type { Outcome } from "../../platform/outcome";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";
import { ENTRY_REFUSALS } from "../entries/schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const PERMISSION_DENIED = "42501";

const stored = { conflicts: z.array(z.string()), checklist: storedChecklist };
const saveAnswer: z.ZodType<SaveChecklistAnswer> = outcomeSchema({
  saved: { ...stored, finish_refused: z.literal("in_future").nullable() },
  conflict: { ...stored, is_finished: z.boolean() },
  refused: ENTRY_REFUSALS,
  gone: true,
});
const taskSchema = outcomeSchema({ refused: ["invalid", "limit"], gone: true });
const doneSchema = outcomeSchema({ conflict: {}, refused: ENTRY_REFUSALS, gone: true });

/** Stores what a device sends of a checklist. Everything may be sent again: it is stored once. */
export async function saveChecklist(
  client: SessionClient,
  { id, vehicle, ...content }: SaveChecklist,
): Promise<SaveChecklistAnswer> {
  const sent = { checklist: id, vehicle, content: asJson(content) };
  return saveAnswer.parse(orThrow(await client.rpc("save_vehicle_checklist", sent)));
}

const reopenedSchema = outcomeSchema({ saved: { id: z.string() }, gone: true });

/** The next revision of a finished checklist; `gone` when the account may not edit it. */
export async function reopenChecklist(client: SessionClient, checklist: string, newId: string) {
  const answer = orThrow(await client.rpc("reopen_vehicle_checklist", { checklist, new_id: newId }));
  return reopenedSchema.parse(answer);
}

/** Moves a checklist into the trash or back. */
export async function setChecklistDeleted(client: SessionClient, checklist: string, isDeleted: boolean) {
  const moved = await client.rpc("set_vehicle_checklist_deleted", { checklist, is_deleted: isDeleted });
  return savedOrGone.parse(orThrow(moved));
}

/** Adds an own template or replaces its content. */
export async function saveOwnTemplate(
  client: SessionClient,
  owner: string,
  { id, ...content }: OwnTemplate,
): Promise<Exclude<Outcome<object, "limit", never>, { outcome: "gone" }>> {
  const items = asJson(content.items);
  const changed = await client
    .from("vehicle_checklist_templates")
    .update({ ...content, items })
    .eq("id", id)
    .select("id");
  if (orThrow(changed).length > 0) return { outcome: "saved" };
  const { error } = await client.from("vehicle_checklist_templates").insert({ id, owner_id: owner, ...content, items });
  if (error?.code === PERMISSION_DENIED) return { outcome: "refused", field: null, reason: "limit" };
  if (error) throw databaseError(error);
  return { outcome: "saved" };
}

export async function deleteOwnTemplate(client: SessionClient, id: string): Promise<void> {
  orThrow(await client.from("vehicle_checklist_templates").delete().eq("id", id).select("id"));
}

export async function saveTask(client: SessionClient, task: { id: string; vehicle: string; title: string }) {
  const { id, vehicle, title } = task;
  return taskSchema.parse(orThrow(await client.rpc("save_vehicle_task", { task: id, vehicle, title })));
}

/** Writes the service entry of a task and marks it as done. */
export async function finishTask(client: SessionClient, offsetKm: number, { task, entry, ...content }: TaskDone) {
  const written = { ...EMPTY_ENTRY, ...content, category: "repair", offset_km: offsetKm };
  return doneSchema.parse(orThrow(await client.rpc("finish_vehicle_task", { task, entry, content: written })));
}

/** Opens a done task again; its entry moves into the trash. */
export const reopenTask = async (client: SessionClient, task: string) =>
  savedOrGone.parse(orThrow(await client.rpc("reopen_vehicle_task", { task })));

export const deleteTask = async (client: SessionClient, task: string) =>
  savedOrGone.parse(orThrow(await client.rpc("delete_vehicle_task", { task })));
