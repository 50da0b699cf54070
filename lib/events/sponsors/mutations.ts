import "server-only";
import type { z } from "zod";
import { AppError } from "../../platform/error";
import { savedOrGone } from "../../platform/outcome-schema";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { sponsorSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS: ErrorCodes = { "42501": "access.permission" };

/** For a sponsor that the page shows; it is gone when somebody else removed it. */
function changed(answer: Parameters<typeof orThrow>[0]): void {
  if (savedOrGone.parse(orThrow(answer, REFUSALS)).outcome === "gone") throw new AppError("access.denied");
}

/** Adds a sponsor, or changes the one with the id. */
export async function setSponsor(
  client: Client,
  { event, id, name, tier, url, logo_path }: z.output<typeof sponsorSchema>,
): Promise<void> {
  const fields = { ...(id && { id }), name, tier, url: url || null, logo_path: logo_path || null };
  changed(await client.rpc("set_event_sponsor", { event, fields }));
}

export async function removeSponsor(client: Client, sponsor: string): Promise<void> {
  changed(await client.rpc("remove_event_sponsor", { sponsor }));
}
