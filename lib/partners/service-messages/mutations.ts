import "server-only";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import type { MessageInput } from "./schema";
import { outcomeSchema } from "../../platform/outcome-schema";

type ServiceClient = ReturnType<typeof createServiceClient>;
type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: ErrorCodes = { "42501": "access.permission" };

const filedSchema = outcomeSchema({ refused: ["closed", "limit"] });
const answeredSchema = outcomeSchema({ conflict: {} });

/** Stores a message to a place and notifies its owners. */
export async function fileMessage(client: ServiceClient, payload: MessageInput) {
  return filedSchema.parse(orThrow(await client.rpc("submit_service_message", { payload }), REFUSALS));
}

/** Answers a message by mail; `conflict` when somebody answered before. */
export async function answerMessage(client: SessionClient, message: string, answer: string) {
  return answeredSchema.parse(orThrow(await client.rpc("answer_service_message", { message, answer }), REFUSALS));
}

export async function setMessageDone(client: SessionClient, message: string, isDone: boolean): Promise<void> {
  answeredSchema.parse(orThrow(await client.rpc("set_message_done", { message, is_done: isDone }), REFUSALS));
}
