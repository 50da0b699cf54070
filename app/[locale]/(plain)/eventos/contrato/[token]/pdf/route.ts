import { getOpenContract } from "@/lib/events/panel/queries";
import { addressCaller } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { withRefusals } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { eventContractFile } from "../../../../../event-contract-file";

/** The signed contract for the holder of its signing link. */
export function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  return withRefusals("event contract", async () => {
    const by = await addressCaller(request);
    await takeAttempt("paymentReceipt", by.caller);
    const contract = await getOpenContract((await params).token);
    if (contract?.status !== "signed") return new Response(null, { status: 404 });
    return eventContractFile(createServiceClient(), contract.id, by);
  });
}
