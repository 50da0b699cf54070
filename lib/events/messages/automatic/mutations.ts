import "server-only";
import type { z } from "zod";
import { outcomeSchema, savedOrGone } from "../../../platform/outcome-schema";
import { orThrow, type ErrorCodes } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import type { automaticSchema, automaticTestSchema, certificateChoiceSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS: ErrorCodes = { "42501": "access.permission", nobody: "message.nobody" };
const savedSchema = outcomeSchema({ conflict: {} });

/** Stores the settings of an automatic mail; `conflict` when somebody saved them since the page was shown. */
export async function saveAutomatic(client: Client, input: z.output<typeof automaticSchema>) {
  const { event, kind, isOn, hours, texts, version } = input;
  const answer = await client.rpc("save_automatic_message", {
    event,
    kind,
    is_on: isOn,
    hours,
    texts,
    ...(version && { expected_version: version }),
  });
  return savedSchema.parse(orThrow(answer, REFUSALS));
}

/** Mails an automatic mail to the caller with the data of a real registration. */
export async function testAutomatic(client: Client, input: z.output<typeof automaticTestSchema>): Promise<void> {
  savedOrGone.parse(orThrow(await client.rpc("test_automatic_message", input), REFUSALS));
}

/** Stores the model of the certificate of an event and its hours; null for no certificate. */
export async function setCertificate(client: Client, input: z.output<typeof certificateChoiceSchema>): Promise<void> {
  const { event, template, hours } = input;
  const chosen = { event, ...(template && { template }), ...(hours !== null && { hours }) };
  const answer = await client.rpc("set_event_certificate", chosen);
  savedOrGone.parse(orThrow(answer, REFUSALS));
}
