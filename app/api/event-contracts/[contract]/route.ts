import { z } from "zod";
import { eventContractFile } from "@/app/[locale]/event-contract-file";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { accountCaller } from "@/lib/platform/costs";
import { withRefusals } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** The signed contract of a registration, for contract managers. */
export async function GET(request: Request, { params }: { params: Promise<{ contract: string }> }) {
  const account = await admitAccount((one) => hasPermission(one, "event_contracts"));
  if (account instanceof Response) return account;
  const id = z.guid().safeParse((await params).contract);
  if (!id.success) return new Response(null, { status: 404 });
  const by = accountCaller(account, request);
  return withRefusals("event contract", () => eventContractFile(createServiceClient(), id.data, by));
}
