"use server";

import { permissionAction, userAction } from "../../platform/action";
import { stateTag, type CacheTag } from "../../platform/cache-tags";
import { hasPermission } from "../../platform/auth/permissions";
import { AppError } from "../../platform/error";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import { answerTripPanel, assign, decide, deliverTripPanel, reply } from "./mutations";
import { stateOfRequest } from "./queries";
import { INBOX } from "./rules";
import * as schema from "./schema";

/** Cache tags that a decision invalidates. */
async function tagsOf(kind: keyof typeof INBOX, id: string): Promise<CacheTag[]> {
  if (kind === "app_review") return ["app_reviews"];
  if (kind === "ad" || kind === "pix") return ["ads"];
  if (kind === "event" || kind === "event_change") return ["events"];
  if (kind === "voucher") return ["vouchers"];
  if (kind !== "service_request") return [];
  const state = await stateOfRequest(id);
  return [stateTag("services", state), stateTag("clubs", state)];
}

/** Applies one decision; the required permission depends on the kind of item. */
export const decideAction = userAction.inputSchema(schema.decideSchema).action(async ({ parsedInput, ctx }) => {
  if (!hasPermission(ctx.account, INBOX[parsedInput.kind].permission)) throw new AppError("access.permission");
  const answer = await decide(await createSessionClient(), parsedInput);
  if (answer.outcome === "saved") await revalidatePages(await tagsOf(parsedInput.kind, parsedInput.id));
  return answer;
});

/** Answers an application for a trip panel with a text and a link; the worker mails it two minutes later. */
export const answerTripPanelAction = permissionAction
  .metadata({ permission: "service_requests" })
  .inputSchema(schema.answerSchema)
  .action(async ({ parsedInput }) => answerTripPanel(await createSessionClient(), parsedInput));

/** Delivers the planned trip of an application; the worker mails its link two minutes later. */
export const deliverTripPanelAction = permissionAction
  .metadata({ permission: "service_requests" })
  .inputSchema(schema.deliverSchema)
  .action(async ({ parsedInput }) => deliverTripPanel(await createSessionClient(), parsedInput));

export const assignAction = userAction
  .inputSchema(schema.assignSchema)
  .action(async ({ parsedInput: { kind, id, mine }, ctx }) => {
    if (!hasPermission(ctx.account, INBOX[kind].permission) || !INBOX[kind].assignable)
      throw new AppError("access.permission");
    await assign(await createSessionClient(), kind, id, mine ? ctx.account.id : null);
    return { assignedTo: mine ? { id: ctx.account.id, name: ctx.account.username } : null };
  });

export const replyAction = permissionAction
  .metadata({ permission: "app_reviews" })
  .inputSchema(schema.replySchema)
  .action(async ({ parsedInput: { id, reply: text } }) => {
    await reply(await createSessionClient(), id, text);
    await revalidatePages(["app_reviews"]);
  });
