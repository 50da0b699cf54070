import "server-only";
import { orThrow } from "../supabase/or-throw";
import { createSessionClient } from "../supabase/session";

/** Whether the caller proved who they are in the last 10 minutes; the database checks it again. */
export const hasRecentProof = async (): Promise<boolean> =>
  orThrow(await (await createSessionClient()).rpc("has_recent_proof"));
