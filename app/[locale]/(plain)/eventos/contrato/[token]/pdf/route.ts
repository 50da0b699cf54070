import { getOpenContract } from "@/lib/event-panel/queries";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { eventContractFile } from "../../../../../event-contract-file";

/** The signed contract for the holder of its signing link. */
export async function GET(_request: Request, { params }: { params: Promise<{ token: string }> }) {
  try {
    await takeAttempt("paymentReceipt", await callerAddress());
  } catch (error) {
    if (error instanceof AppError) return new Response(null, { status: 429 });
    throw error;
  }
  const contract = await getOpenContract((await params).token);
  if (contract?.status !== "signed") return new Response(null, { status: 404 });
  return eventContractFile(createServiceClient(), contract.id);
}
