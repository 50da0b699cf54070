import "server-only";
import { momentIn } from "../../platform/dates";
import { AppError } from "../../platform/error";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { previewSchema, type MessageInput, type MessagePreview } from "./schema";
import { savedOrGone } from "../../platform/outcome-schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: ErrorCodes = {
  event_missing: "input.invalid",
  audience_changed: "message.audience",
  "42501": "access.permission",
};

/** The payload of the SQL functions; the time is one of the event. */
async function payloadOf(client: Client, { checkedIn, sendAt, subject, attending, ...message }: MessageInput) {
  const event = orThrow(await client.from("events").select("time_zone").eq("id", message.event).maybeSingle());
  const moment = sendAt && event ? momentIn(sendAt, event.time_zone) : null;
  if (!event || (sendAt && !moment)) throw new AppError("input.invalid", { detail: "sendAt" });
  return {
    ...message,
    subject: message.channel === "mail" ? subject : null,
    attending: attending || null,
    checked_in: checkedIn || null,
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

/** Stops a message; `gone` when it has ended. */
export async function cancelMessage(client: Client, message: string) {
  return savedOrGone.parse(orThrow(await client.rpc("cancel_event_message", { message }), REFUSALS));
}

/** Notes that the WhatsApp link of a person was opened. */
export async function noteOpened(client: Client, input: { message: string; registration: string }): Promise<void> {
  orThrow(await client.rpc("note_message_opened", input), REFUSALS);
}
