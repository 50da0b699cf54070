import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";
import { approvalToken } from "./schema";

/** The application behind an approval link; null for an invalid token. Reading changes nothing. */
export async function getApproval(token: string) {
  if (!approvalToken.safeParse(token).success) return null;
  const { data, error } = await (await createSessionClient()).rpc("read_approval", { token });
  if (error) throw new AppError("service.unavailable", { detail: error.message });
  return data[0] ?? null;
}

export type Approval = NonNullable<Awaited<ReturnType<typeof getApproval>>>;
