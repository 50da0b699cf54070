import { z } from "zod";
import { contractFile } from "@/app/[locale]/contract-file";
import { contractSchema } from "@/lib/commerce/sales/queries";
import { accountHandler } from "@/lib/platform/handler";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** The signed contract of a sale for its seller and for managers: RLS decides who can read the sale. */
export const GET = accountHandler(
  { name: "contracts", params: z.object({ sale: z.uuid() }) },
  async ({ params, client: session, by }) => {
    const sale = orThrow(await session.from("sales").select("id").eq("id", params.sale).maybeSingle());
    if (!sale) return null;
    const client = createServiceClient();
    const contract = contractSchema.parse(orThrow(await client.rpc("contract_of_sale", { sale: sale.id })));
    return contractFile(client, contract, by);
  },
);
