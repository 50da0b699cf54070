import "server-only";
import { createSessionClient } from "../platform/supabase/session";
import { approvalToken } from "./schema";
import { orThrow } from "../platform/supabase/or-throw";

/** The application behind an approval link; null for an invalid token. Reading changes nothing. */
export async function getApproval(token: string) {
  if (!approvalToken.safeParse(token).success) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_approval", { token }));
  return data[0] ?? null;
}

export type Approval = NonNullable<Awaited<ReturnType<typeof getApproval>>>;
