import { z } from "zod";
import { eventContractFile } from "@/app/[locale]/event-contract-file";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** The signed contract of a registration, for contract managers. */
export async function GET(_request: Request, { params }: { params: Promise<{ contract: string }> }) {
  const account = await admitAccount((one) => hasPermission(one, "event_contracts"));
  if (account instanceof Response) return account;
  const id = z.guid().safeParse((await params).contract);
  return id.success ? eventContractFile(createServiceClient(), id.data) : new Response(null, { status: 404 });
}
