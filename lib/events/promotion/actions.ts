"use server";

import { getTranslations } from "next-intl/server";
import { publishLinkPath } from "../publishing/links/rules";
import { permissionAction } from "../../platform/action";
import { env } from "../../platform/env";
import { AppError } from "../../platform/error";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import { askAd, choiceOfDraft, composeAd, getPublicEvent } from "./queries";
import * as schema from "./schema";

const prospecting = permissionAction.metadata({ permission: "event_prospecting" });
const announcing = permissionAction.metadata({ permission: "event_ai_ads" });

export const addLeadActivityAction = prospecting.inputSchema(schema.activitySchema).action(async ({ parsedInput }) => {
  await write.addActivity(await createSessionClient(), parsedInput);
});

/** Makes the link of an invitation and returns its address, which cannot be read again. */
export const inviteLeadAction = prospecting.inputSchema(schema.inviteSchema).action(async ({ parsedInput }) => {
  const t = await getTranslations({ locale: parsedInput.locale, namespace: "events/promotion.lead" });
  const token = await write.inviteLead(await createSessionClient(), parsedInput.lead, t("invited"));
  return { link: new URL(publishLinkPath(token), env.NEXT_PUBLIC_SITE_URL).href };
});

export const composeAdAction = announcing.inputSchema(schema.composeSchema).action(async ({ parsedInput, ctx }) => {
  const { event: id, generator, ...choice } = parsedInput;
  const event = await getPublicEvent(id);
  if (!event) throw new AppError("input.invalid");
  const isAsked = generator === "provider";
  if (isAsked) await takeAttempt("textService", ctx.account.id);
  const text = await (isAsked ? askAd(event, choice) : composeAd(event, choice));
  await write.addDraft(await createSessionClient(), { event: id, generator, choice, text });
});

/** Writes what an earlier draft says for another event: the same audience, tone, channel, language and format. */
export const reuseAdAction = announcing.inputSchema(schema.reuseSchema).action(async ({ parsedInput }) => {
  const [event, choice] = await Promise.all([getPublicEvent(parsedInput.event), choiceOfDraft(parsedInput.draft)]);
  if (!event || !choice) throw new AppError("input.invalid");
  const text = await composeAd(event, choice);
  await write.addDraft(await createSessionClient(), { event: event.id, generator: "template", choice, text });
});

export const editAdAction = announcing.inputSchema(schema.editSchema).action(async ({ parsedInput }) => {
  await write.editDraft(await createSessionClient(), parsedInput);
});

export const decideAdAction = announcing.inputSchema(schema.decideSchema).action(async ({ parsedInput }) => {
  await write.decideDraft(await createSessionClient(), parsedInput);
});
