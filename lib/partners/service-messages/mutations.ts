import "server-only";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import type { MessageInput } from "./schema";

type ServiceClient = ReturnType<typeof createServiceClient>;
type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: ErrorCodes = { "42501": "access.permission", invalid_request: "input.invalid" };

/** Stores a message to a place and tells its owners; answers sent, closed or limit. */
export async function fileMessage(client: ServiceClient, payload: MessageInput): Promise<string> {
  return orThrow(await client.rpc("submit_service_message", { payload }), REFUSALS);
}

/** Answers a message by mail; false when somebody answered before. */
export async function answerMessage(client: SessionClient, message: string, answer: string): Promise<boolean> {
  return orThrow(await client.rpc("answer_service_message", { message, answer }), REFUSALS);
}

export async function setMessageDone(client: SessionClient, message: string, isDone: boolean): Promise<void> {
  orThrow(await client.rpc("set_message_done", { message, is_done: isDone }), REFUSALS);
}
