import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { countsOf } from "./rules";

const SHOWN = 30;
/** People of one list of WhatsApp links; the API answers at most a thousand rows. */
const LINKS_SHOWN = 1000;

/** The newest messages of an event and the number of their recipients by status. */
export async function listMessages(event: string) {
  const client = await createSessionClient();
  const [messages, counts] = await Promise.all([
    client
      .from("event_messages")
      .select(
        "id, channel, subject, body, filter, send_at, started_at, ended_at, cancelled_at, created_at, author:profiles (username)",
      )
      .eq("event_id", event)
      .order("created_at", { ascending: false })
      .limit(SHOWN),
    client.rpc("event_message_counts", { event }),
  ]);
  return { messages: orThrow(messages), counts: countsOf(orThrow(counts)) };
}
export type EventMessage = Awaited<ReturnType<typeof listMessages>>["messages"][number];

/** The people of a list of WhatsApp links in the order of their names, those without an opened link first; without who refuses messages. */
export async function listLinks(event: string, message: string) {
  const client = await createSessionClient();
  const people = orThrow(
    await client
      .from("event_message_recipients")
      .select(
        `status, message:event_messages!inner (body, event_id, channel),
         registration:event_registrations!inner (id, full_name, phone, code, locale)`,
      )
      .eq("message_id", message)
      .eq("message.event_id", event)
      .eq("message.channel", "whatsapp")
      .order("status", { ascending: false })
      .order("registration(full_name)")
      .limit(LINKS_SHOWN),
  );
  return people.filter(({ status }) => status !== "refused");
}
export type PersonLinkRow = Awaited<ReturnType<typeof listLinks>>[number];
