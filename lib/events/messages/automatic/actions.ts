"use server";

import { AppError } from "../../../platform/error";
import { createSessionClient } from "../../../platform/supabase/session";
import { eventAction } from "../../members/service";
import * as write from "./mutations";
import { automaticSchema, automaticTestSchema, certificateChoiceSchema } from "./schema";

const managers = eventAction("events");

/** Stores the settings of one automatic mail of an event. */
export const saveAutomaticAction = managers.inputSchema(automaticSchema).action(async ({ parsedInput }) => {
  const { outcome } = await write.saveAutomatic(await createSessionClient(), parsedInput);
  if (outcome === "conflict") throw new AppError("announcement.changed");
});

/** Mails an automatic mail to the caller. */
export const testAutomaticAction = managers.inputSchema(automaticTestSchema).action(async ({ parsedInput }) => {
  await write.testAutomatic(await createSessionClient(), parsedInput);
});

/** Chooses the model of the certificate that a thank-you issues. */
export const setCertificateAction = managers.inputSchema(certificateChoiceSchema).action(async ({ parsedInput }) => {
  await write.setCertificate(await createSessionClient(), parsedInput);
});
