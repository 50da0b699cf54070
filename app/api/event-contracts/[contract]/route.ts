import { z } from "zod";
import { eventContractFile } from "@/app/[locale]/event-contract-file";
import { accountHandler } from "@/lib/platform/handler";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** The signed contract of a registration, for contract managers. */
export const GET = accountHandler(
  {
    name: "event contract",
    permission: "event_contracts",
    params: z.object({ contract: z.guid() }),
    client: createServiceClient,
  },
  ({ params, client, by }) => eventContractFile(client, params.contract, by),
);
