import "server-only";
import type { z } from "zod";
import { momentIn } from "../../../platform/dates";
import { asJson } from "../../../platform/supabase/json";
import { outcomeOrThrow, type ErrorCodes } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import { getRally } from "../queries";
import { placeAt } from "./rules";
import * as schema from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS: ErrorCodes = { "42501": "access.permission" };

const written = (answer: Parameters<typeof outcomeOrThrow>[0]) =>
  schema.writtenSchema.parse(outcomeOrThrow(answer, REFUSALS));

export async function saveRules(
  client: Client,
  { event, expected_version, ...payload }: z.output<typeof schema.rulesSchema>,
) {
  return written(await client.rpc("save_rally", { event, payload, ...(expected_version && { expected_version }) }));
}

/** A section of a new stage, as `save_rally_stage` stores it. */
export type NewSection = Omit<z.output<typeof schema.sectionSchema>, "stage" | "id">;

export async function saveStage(
  client: Client,
  { event, time_zone, id, name, starts_at }: z.output<typeof schema.stageSchema> & { time_zone: string },
  sections: readonly NewSection[],
) {
  const payload = asJson({ id, name, starts_at: momentIn(starts_at, time_zone), sections });
  return written(await client.rpc("save_rally_stage", { event, payload }));
}

export async function saveSection(client: Client, { stage, ...section }: z.output<typeof schema.sectionSchema>) {
  return written(await client.rpc("save_rally_section", { stage, payload: asJson(section) }));
}

/** Saves a control; without a typed position it is placed on the drawn way. */
export async function saveControl(
  client: Client,
  { event, stage, lat, lng, ...control }: z.output<typeof schema.controlSchema>,
) {
  const sections = (await getRally(event))?.stages.find(({ id }) => id === stage)?.sections ?? [];
  const way = placeAt(sections, control.metres);
  const place = lat !== null && lng !== null ? { lat, lng, bearing: way?.bearing ?? null } : way;
  return written(await client.rpc("save_rally_control", { stage, payload: asJson({ ...control, ...place }) }));
}

export async function deletePart(client: Client, { part, id }: z.output<typeof schema.partSchema>) {
  return written(await client.rpc("delete_rally_part", { part, id }));
}

export async function finishStage(client: Client, stage: string) {
  return written(await client.rpc("finish_rally_stage", { stage, finished: true }));
}

export async function drawOrder(client: Client, event: string) {
  return written(await client.rpc("draw_rally_order", { event }));
}

export async function saveCrew(client: Client, { crew, ...payload }: z.output<typeof schema.crewSchema>) {
  return written(await client.rpc("set_rally_crew", { crew, payload }));
}

export async function publish(client: Client, { event, part, published }: z.output<typeof schema.publishSchema>) {
  return written(await client.rpc("set_rally_published", { event, part, published }));
}

export async function tapPass(client: Client, pass: z.output<typeof schema.tapSchema>) {
  return written(await client.rpc("tap_rally_pass", pass));
}

export async function removePass(client: Client, pass: string) {
  return written(await client.rpc("remove_rally_pass", { pass }));
}
