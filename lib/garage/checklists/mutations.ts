import "server-only";
import { z } from "zod";
import { asJson } from "../../platform/supabase/json";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { EMPTY_ENTRY } from "../entries/rules";
import { storedChecklist } from "./queries";
import type { OwnTemplate, SaveChecklist, SaveChecklistAnswer, TaskDone } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const PERMISSION_DENIED = "42501";

/** Result of `save_vehicle_checklist`. */
const saveAnswer: z.ZodType<SaveChecklistAnswer> = z.union([
  z.object({
    status: z.enum(["saved", "conflict", "finished", "in_future"]),
    conflicts: z.array(z.string()),
    checklist: storedChecklist,
  }),
  z.object({ status: z.enum(["gone", "forbidden", "invalid", "limit", "exists"]) }),
]);

/** Stores what a device sends of a checklist. Everything may be sent again: it is stored once. */
export async function saveChecklist(
  client: SessionClient,
  { id, vehicle, ...content }: SaveChecklist,
): Promise<SaveChecklistAnswer> {
  const sent = { checklist: id, vehicle, content: asJson(content) };
  return saveAnswer.parse(orThrow(await client.rpc("save_vehicle_checklist", sent)));
}

const reopenAnswer = z.object({ id: z.string().optional() });

/** The next revision of a finished checklist; null when the account may not edit it. */
export async function reopenChecklist(client: SessionClient, checklist: string, newId: string): Promise<string | null> {
  const answer = orThrow(await client.rpc("reopen_vehicle_checklist", { checklist, new_id: newId }));
  return reopenAnswer.parse(answer).id ?? null;
}

/** Moves a checklist into the trash or back. */
export async function setChecklistDeleted(client: SessionClient, checklist: string, isDeleted: boolean) {
  const moved = await client.rpc("set_vehicle_checklist_deleted", { checklist, is_deleted: isDeleted });
  return orThrow(moved) as "saved" | "gone";
}

/** Adds an own template or replaces its content. */
export async function saveOwnTemplate(
  client: SessionClient,
  owner: string,
  { id, ...content }: OwnTemplate,
): Promise<"saved" | "limit"> {
  const items = asJson(content.items);
  const changed = await client
    .from("vehicle_checklist_templates")
    .update({ ...content, items })
    .eq("id", id)
    .select("id");
  if (orThrow(changed).length > 0) return "saved";
  const { error } = await client.from("vehicle_checklist_templates").insert({ id, owner_id: owner, ...content, items });
  if (error?.code === PERMISSION_DENIED) return "limit";
  if (error) throw databaseError(error);
  return "saved";
}

export async function deleteOwnTemplate(client: SessionClient, id: string): Promise<void> {
  orThrow(await client.from("vehicle_checklist_templates").delete().eq("id", id).select("id"));
}

export async function saveTask(client: SessionClient, task: { id: string; vehicle: string; title: string }) {
  const { id, vehicle, title } = task;
  return orThrow(await client.rpc("save_vehicle_task", { task: id, vehicle, title }));
}

/** Writes the service entry of a task and marks it as done. */
export async function finishTask(
  client: SessionClient,
  offsetKm: number,
  { task, entry, ...content }: TaskDone,
): Promise<string> {
  const written = { ...EMPTY_ENTRY, ...content, category: "repair", offset_km: offsetKm };
  return orThrow(await client.rpc("finish_vehicle_task", { task, entry, content: written }));
}

/** Opens a done task again; its entry moves into the trash. */
export const reopenTask = async (client: SessionClient, task: string) =>
  orThrow(await client.rpc("reopen_vehicle_task", { task }));

export const deleteTask = async (client: SessionClient, task: string) =>
  orThrow(await client.rpc("delete_vehicle_task", { task }));
