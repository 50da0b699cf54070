import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import { createSessionClient } from "../../platform/supabase/session";
import * as schema from "./schema";

/** The rally of an event with every control, for its editors and marshals; null before its rules are declared. */
export async function getRally(event: string): Promise<schema.RallyConsole | null> {
  const data = orThrow(await (await createSessionClient()).rpc("rally_console", { event }), {
    "42501": "access.permission",
  });
  return schema.consoleSchema.parse(data);
}

/** The book of the signed-in account's car, without the secret controls of stages that have not ended. */
export async function getOwnRally(event: string): Promise<schema.OwnRally | null> {
  return schema.ownRallySchema.parse(orThrow(await (await createSessionClient()).rpc("read_own_rally", { event })));
}

/** Published results at this moment; null while the organiser shows none. */
export async function readStandings(event: string): Promise<schema.Standings | null> {
  return schema.standingsSchema.parse(orThrow(await createPublicClient(null).rpc("rally_standings", { event })));
}
