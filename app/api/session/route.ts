import { after } from "next/server";
import { countUnread } from "@/lib/notifications/queries";
import { pushKeys, pushWaiting } from "@/lib/notifications/service";
import { currentAccount } from "@/lib/platform/auth/account";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";

export const dynamic = "force-dynamic";

/** Who is signed in, for the header of static pages; a backend that is down counts as nobody. */
export async function GET(): Promise<Response> {
  const account = await currentAccount().catch((error: unknown) => {
    reportError("session", error);
    return null;
  });
  const unread = account ? await countUnread().catch(() => 0) : 0;
  // Counting delivers what is due; what of it goes to devices goes once the answer is on its way.
  if (account && pushKeys) after(() => pushWaiting(createServiceClient()));
  const body = { unread, account: account && { username: account.username, role: account.role } };
  return Response.json(body, { headers: { "cache-control": "private, no-store" } });
}
