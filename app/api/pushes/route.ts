import { after } from "next/server";
import { pushKeys, pushWaiting } from "@/lib/notifications/service";
import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { AppError } from "@/lib/platform/error";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Has the campaigns that wait for it pushed to devices; the answer does not wait. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
  } catch (error) {
    if (error instanceof AppError) return new Response(null, { status: 403 });
    throw error;
  }
  const account = await currentAccount();
  if (!account) return new Response(null, { status: 401 });
  if (!hasPermission(account, "notifications")) return new Response(null, { status: 403 });
  if (pushKeys) after(() => pushWaiting(createServiceClient()));
  return new Response(null, { status: 202 });
}
