import "server-only";
import { signedPath } from "../../platform/signed-path";
import { createSessionClient } from "../../platform/supabase/session";
import { approvalToken } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

/** The application behind an approval link; null for an invalid token. Reading changes nothing. */
export async function getApproval(token: string) {
  if (!approvalToken.safeParse(token).success) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_approval", { token }));
  const [approval] = data;
  if (!approval) return null;
  const { imageUrl, ...content } = approval.content as Record<string, unknown>;
  // The image is private until the decision, and the holder of the link may have no account.
  const image = typeof imageUrl === "string" ? { imageUrl: signedPath(imageUrl) } : {};
  return { ...approval, content: { ...content, ...image } };
}

export type Approval = NonNullable<Awaited<ReturnType<typeof getApproval>>>;
