import { z } from "zod";
import { contractFile } from "@/app/[locale]/contract-file";
import type { Contract } from "@/app/[locale]/contract-content";
import { currentAccount } from "@/lib/platform/auth/account";
import { accountCaller } from "@/lib/platform/costs";
import { withRefusals } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";

/** The signed contract of a sale for its seller and for managers: RLS decides who can read the sale. */
export async function GET(request: Request, { params }: { params: Promise<{ sale: string }> }) {
  const account = await currentAccount();
  if (!account) return new Response(null, { status: 401 });
  const id = z.uuid().safeParse((await params).sale);
  if (!id.success) return new Response(null, { status: 404 });
  const { data: sale } = await (await createSessionClient()).from("sales").select("id").eq("id", id.data).maybeSingle();
  if (!sale) return new Response(null, { status: 404 });
  const client = createServiceClient();
  const { data } = await client.rpc("contract_of_sale", { sale: sale.id });
  if (!data) return new Response(null, { status: 503 });
  const by = accountCaller(account, request);
  return withRefusals("contracts", () => contractFile(client, data as unknown as Contract, by));
}
