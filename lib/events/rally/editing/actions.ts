"use server";

import { createSessionClient } from "../../../platform/supabase/session";
import { getOwnEvent } from "../../members/queries";
import { eventAction } from "../../members/service";
import { getRally } from "../queries";
import * as write from "./mutations";
import * as schema from "./schema";
import { sectionsOfTrip } from "./service";

const people = eventAction("events");

export const saveRallyAction = people
  .inputSchema(schema.rulesSchema)
  .action(async ({ parsedInput }) => write.saveRules(await createSessionClient(), parsedInput));

/** Adds or changes a stage; a new one may take its sections from a trip of the planner. */
export const saveStageAction = people
  .inputSchema(schema.stageSchema)
  .action(async ({ parsedInput, ctx: { account } }) => {
    const [client, own] = [await createSessionClient(), await getOwnEvent(parsedInput.event)];
    if (!own) return { outcome: "gone" as const };
    const stage = { ...parsedInput, time_zone: own.time_zone };
    if (!stage.trip) return write.saveStage(client, stage, []);
    const rally = await getRally(parsedInput.event);
    // The same form again, when its answer was lost: the stage has its sections.
    if (rally?.stages.some(({ id }) => id === stage.id)) return write.saveStage(client, stage, []);
    const most = rally?.rules.max_average_kmh ?? 0;
    const sections = rally && (await sectionsOfTrip(client, stage.trip, { account: account.id, most }));
    return sections ? write.saveStage(client, stage, sections) : { outcome: "gone" as const };
  });

export const saveSectionAction = people
  .inputSchema(schema.sectionSchema)
  .action(async ({ parsedInput }) => write.saveSection(await createSessionClient(), parsedInput));

export const saveControlAction = people
  .inputSchema(schema.controlSchema)
  .action(async ({ parsedInput }) => write.saveControl(await createSessionClient(), parsedInput));

export const deletePartAction = people
  .inputSchema(schema.partSchema)
  .action(async ({ parsedInput }) => write.deletePart(await createSessionClient(), parsedInput));

export const finishStageAction = people
  .inputSchema(schema.stageIdSchema)
  .action(async ({ parsedInput: { stage } }) => write.finishStage(await createSessionClient(), stage));

export const drawOrderAction = people
  .inputSchema(schema.eventSchema)
  .action(async ({ parsedInput: { event } }) => write.drawOrder(await createSessionClient(), event));

export const saveCrewAction = people
  .inputSchema(schema.crewSchema)
  .action(async ({ parsedInput }) => write.saveCrew(await createSessionClient(), parsedInput));

export const publishRallyAction = people
  .inputSchema(schema.publishSchema)
  .action(async ({ parsedInput }) => write.publish(await createSessionClient(), parsedInput));

export const tapPassAction = people
  .inputSchema(schema.tapSchema)
  .action(async ({ parsedInput }) => write.tapPass(await createSessionClient(), parsedInput));

export const removePassAction = people
  .inputSchema(schema.passSchema)
  .action(async ({ parsedInput: { pass } }) => write.removePass(await createSessionClient(), pass));
