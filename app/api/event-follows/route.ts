import { followEvents } from "@/lib/events/follows/mutations";
import { afterFollow } from "@/lib/events/follows/rules";
import { followSchema, MAX_FORM_BYTES, type Problem } from "@/lib/events/follows/schema";
import { readFormData } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { DEFAULT_LOCALE, LOCALES, localePath } from "@/lib/platform/i18n/routing";
import { returnAttempt, takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const PROBLEM_OF: Partial<Record<string, Problem>> = {
  "input.invalid": "dados",
  "rate.limited": "limite",
};

/** Stores what the form asks for; the answer is the same whether or not the address is known. */
async function follow(form: FormData | null): Promise<void> {
  const address = await callerAddress();
  await takeAttempt("eventFollow", address);
  const fields = followSchema.safeParse(Object.fromEntries([...(form ?? [])].filter(([, value]) => value !== "")));
  if (!fields.success) {
    await returnAttempt("eventFollow", address);
    throw new AppError("input.invalid", { detail: "event follow" });
  }
  await takeAttempt("eventFollowMail", fields.data.email);
  await followEvents(createServiceClient(), fields.data);
}

/** A plain form that works without scripts: the browser is sent to the page that says what happens next. */
export async function POST(request: Request): Promise<Response> {
  let form: FormData | null = null;
  let problem: Problem | null = null;
  try {
    requireSameOrigin(request);
    form = await readFormData(request, MAX_FORM_BYTES);
    await follow(form);
  } catch (error) {
    const code = error instanceof AppError ? error.code : "";
    if (code === "access.denied") return Response.json({ code }, { status: 403 });
    problem = PROBLEM_OF[code] ?? "indisponivel";
    if (problem === "indisponivel") reportError("event follow", error);
  }
  const locale = LOCALES.find((known) => known === form?.get("locale")) ?? DEFAULT_LOCALE;
  const location = localePath(locale, afterFollow(problem));
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
