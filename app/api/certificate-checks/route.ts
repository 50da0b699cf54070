import { z } from "zod";
import { checkCertificate } from "@/lib/events/certificates/mutations";
import { certificateCode } from "@/lib/events/certificates/rules";
import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const MAX_BYTES = 500;
const bodySchema = z.object({ code: z.string().max(40) });
const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "input.invalid": 400, "rate.limited": 429 };

const answer = (body: object, status = 200) =>
  Response.json(body, { status, headers: { "cache-control": "no-store", "x-robots-tag": "noindex" } });

/** State of a code for the validation page. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const address = await callerAddress();
    await takeGuess("certificateCheck", "certificate", address);
    const body = bodySchema.safeParse(await readJson(request, MAX_BYTES));
    if (!body.success) return answer({ code: "input.invalid" }, 400);
    const code = certificateCode(body.data.code);
    const client = createServiceClient();
    const found = code ? await checkCertificate(client, code) : { state: "unknown" as const };
    if (found.state === "unknown") await countFailedAttempt(client, "certificate", address);
    return answer(found);
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (!STATUS[code]) reportError("certificate check", error);
    return answer({ code }, STATUS[code] ?? 503);
  }
}
