"use server";

import { permissionAction } from "../../../platform/action";
import { revalidatePages } from "../../../platform/revalidate";
import { createSessionClient } from "../../../platform/supabase/session";
import { eventAction } from "../../members/service";
import * as write from "./mutations";
import * as schema from "./schema";

const managers = permissionAction.metadata({ permission: "events" });

export const featureEventAction = managers.inputSchema(schema.featureSchema).action(async ({ parsedInput }) => {
  await revalidatePages([`events:${await write.featureEvent(await createSessionClient(), parsedInput)}`]);
});

export const endPromotionAction = managers.inputSchema(schema.promotionSchema).action(async ({ parsedInput }) => {
  const state = await write.endPromotion(await createSessionClient(), parsedInput.promotion);
  if (state) await revalidatePages([`events:${state}`]);
});

export const addLinkAction = eventAction("events")
  .inputSchema(schema.linkSchema)
  .action(async ({ parsedInput }) => {
    await write.addLink(await createSessionClient(), parsedInput);
  });
