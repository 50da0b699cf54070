import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { addSearchMiss } from "@/lib/geo/search/mutations";
import { MAX_MISS_BYTES, searchMissSchema } from "@/lib/geo/search/schema";

const STATUS = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 } as const;

/** Counts a search without a result, when the person has stopped typing; a database error is logged only. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    await takeAttempt("searchMiss", await callerAddress());
    const miss = searchMissSchema.safeParse(await readJson(request, MAX_MISS_BYTES));
    if (!miss.success) return new Response(null, { status: 400 });
    await addSearchMiss(createServiceClient(), miss.data);
  } catch (error) {
    const status = error instanceof AppError ? STATUS[error.code as keyof typeof STATUS] : undefined;
    if (status) return new Response(null, { status });
    reportError("search-misses", error);
  }
  return new Response(null, { status: 204 });
}
