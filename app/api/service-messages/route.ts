import { readFormData } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { fileMessage } from "@/lib/partners/service-messages/mutations";
import { afterMessage, outcomeOf, type Outcome } from "@/lib/partners/service-messages/rules";
import { MAX_FORM_BYTES, messageSchema } from "@/lib/partners/service-messages/schema";

const OUTCOME_OF: Partial<Record<string, Outcome>> = { "input.invalid": "dados", "rate.limited": "limite" };

async function file(form: FormData | null): Promise<Outcome> {
  await takeAttempt("serviceMessage", await callerAddress());
  const message = messageSchema.safeParse(Object.fromEntries(form ?? []));
  if (!message.success) return "dados";
  await takeAttempt("serviceMessageSender", message.data.email);
  return outcomeOf(await fileMessage(createServiceClient(), message.data));
}

/** A plain form, so that the static page of a place needs no script for it: the browser returns to the page. */
export async function POST(request: Request): Promise<Response> {
  let form: FormData | null = null;
  let outcome: Outcome;
  try {
    requireSameOrigin(request);
    form = await readFormData(request, MAX_FORM_BYTES);
    outcome = await file(form);
  } catch (error) {
    const code = error instanceof AppError ? error.code : "";
    if (code === "access.denied") return Response.json({ code }, { status: 403 });
    outcome = OUTCOME_OF[code] ?? "indisponivel";
    if (outcome === "indisponivel") reportError("service message", error);
  }
  const path = form?.get("path");
  const location = afterMessage(typeof path === "string" ? path : "", outcome);
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
