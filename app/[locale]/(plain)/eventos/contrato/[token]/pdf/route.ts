import { z } from "zod";
import { getOpenContract } from "@/lib/events/panel/queries";
import { tokenHandler } from "@/lib/platform/handler";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { eventContractFile } from "../../../../../event-contract-file";

/** The signed contract for the holder of its signing link. */
export const GET = tokenHandler(
  {
    name: "event contract",
    limit: "paymentReceipt",
    params: z.object({ token: z.string() }),
    client: createServiceClient,
    open: ({ params }) => getOpenContract(params.token),
  },
  ({ opened: contract, client, by }) =>
    contract.status === "signed" ? eventContractFile(client, contract.id, by) : null,
);
