import "server-only";
import { reportError } from "../report";
import { orThrow } from "../supabase/or-throw";
import { createSessionClient } from "../supabase/session";

/** Whether the caller proved who they are in the last 10 minutes; the database checks it again. */
export const hasRecentProof = async (): Promise<boolean> =>
  orThrow(await (await createSessionClient()).rpc("has_recent_proof"));

/**
 * The answer of a download to a caller without a recent proof of identity; null with one. A download cannot show an
 * error, so pages ask with `?check` first whether it is allowed.
 */
export async function answerWithoutProof(request: Request): Promise<Response | null> {
  const headers = { "cache-control": "no-store" };
  const isProved = await hasRecentProof().catch((error: unknown) => {
    reportError("proof of identity", error);
    return null;
  });
  if (isProved === null) return Response.json({ code: "service.unavailable" }, { status: 503, headers });
  if (!isProved) return Response.json({ code: "auth.proofRequired" }, { status: 403, headers });
  return new URL(request.url).searchParams.has("check") ? new Response(null, { status: 204, headers }) : null;
}
