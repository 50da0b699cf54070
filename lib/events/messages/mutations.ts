import "server-only";
import { momentIn } from "../../platform/dates";
import { AppError } from "../../platform/error";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { previewSchema, type MessageInput, type MessagePreview } from "./schema";
import { savedOrGone } from "../../platform/outcome-schema";
import type { Json } from "../../platform/supabase/database.types";
import { databaseFilter, readRegistrationQuery } from "../panel/list/rules";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: ErrorCodes = {
  event_missing: "input.invalid",
  audience_changed: "message.audience",
  nobody: "message.nobody",
  "42501": "access.permission",
};

/** Who receives a message: what its form filters, or what is stored. */
async function filterOf(client: Client, { id, event, search, keepsAudience }: MessageInput) {
  if (!keepsAudience)
    return databaseFilter(readRegistrationQuery(Object.fromEntries(new URLSearchParams(search)))) as Json;
  const stored = await client.from("event_messages").select("filter").eq("id", id).eq("event_id", event).maybeSingle();
  return orThrow(stored)?.filter ?? {};
}

/** The payload of the SQL functions; the time is one of the event. */
async function payloadOf(client: Client, message: MessageInput) {
  const { id, channel, subject, body, sendAt } = message;
  const event = orThrow(await client.from("events").select("time_zone").eq("id", message.event).maybeSingle());
  const moment = sendAt && event ? momentIn(sendAt, event.time_zone) : null;
  if (!event || (sendAt && !moment)) throw new AppError("input.invalid", { detail: "sendAt" });
  return {
    id,
    event: message.event,
    channel,
    subject: channel === "mail" ? subject : null,
    body,
    filter: await filterOf(client, message),
    send_at: moment,
  };
}

/** Number of people of a message and one of them. */
export async function previewMessage(client: Client, message: MessageInput): Promise<MessagePreview> {
  const payload = await payloadOf(client, message);
  return previewSchema.parse(orThrow(await client.rpc("preview_event_message", { payload }), REFUSALS));
}

/** Stores a message for the number of people that was confirmed; the same message is stored once. */
export async function sendMessage(client: Client, message: MessageInput, people: number): Promise<void> {
  const payload = await payloadOf(client, message);
  orThrow(await client.rpc("send_event_message", { payload, people }), REFUSALS);
}

/** Changes a message that has not begun; `gone` when it has. */
export async function changeMessage(client: Client, message: MessageInput, people: number) {
  const payload = await payloadOf(client, message);
  return savedOrGone.parse(orThrow(await client.rpc("change_event_message", { payload, people }), REFUSALS));
}

/** Mails a message to the caller as its first person would read it. */
export async function testMessage(client: Client, message: MessageInput): Promise<void> {
  const payload = await payloadOf(client, message);
  orThrow(await client.rpc("test_event_message", { payload }), REFUSALS);
}

/** Stops a message; `gone` when it has ended. */
export async function cancelMessage(client: Client, message: string) {
  return savedOrGone.parse(orThrow(await client.rpc("cancel_event_message", { message }), REFUSALS));
}

/** Notes that the WhatsApp link of a person was opened. */
export async function noteOpened(client: Client, input: { message: string; registration: string }): Promise<void> {
  orThrow(await client.rpc("note_message_opened", input), REFUSALS);
}
