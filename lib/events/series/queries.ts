import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { editionsSchema, type Editions } from "./schema";

/** The other editions of an event, and the events that can become editions of it, for the people who edit it. */
export async function getEditions(event: string): Promise<Editions> {
  const answer = await (await createSessionClient()).rpc("event_editions", { event });
  return editionsSchema.parse(orThrow(answer, { "42501": "access.permission" }));
}
