import "server-only";
import { AppError } from "../../platform/error";
import { savedOrGone } from "../../platform/outcome-schema";
import { orThrow, outcomeOrThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { linkedSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS: ErrorCodes = { "42501": "access.permission" };

/** Makes two events editions of one series. */
export async function linkEdition(client: Client, input: { event: string; other: string }): Promise<void> {
  const { outcome } = linkedSchema.parse(outcomeOrThrow(await client.rpc("link_edition", input), REFUSALS));
  if (outcome !== "saved") throw new AppError(outcome === "gone" ? "access.denied" : "event.otherClub");
}

/** Takes an event out of its series. */
export async function unlinkEdition(client: Client, event: string): Promise<void> {
  const { outcome } = savedOrGone.parse(orThrow(await client.rpc("unlink_edition", { event }), REFUSALS));
  if (outcome === "gone") throw new AppError("access.denied");
}
