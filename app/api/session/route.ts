import { countUnread } from "@/lib/accounts/notifications/queries";
import { currentVisitor } from "@/lib/platform/auth/account";

export const dynamic = "force-dynamic";

/** The signed-in account, for the header of static pages; null when the backend is down. */
export async function GET(): Promise<Response> {
  const account = await currentVisitor({ isActivity: false });
  const unread = account ? await countUnread().catch(() => 0) : 0;
  const body = { unread, account: account && { username: account.username, role: account.role } };
  return Response.json(body, { headers: { "cache-control": "private, no-store" } });
}
