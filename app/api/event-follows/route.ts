import { followEvents } from "@/lib/events/follows/mutations";
import { afterFollow } from "@/lib/events/follows/rules";
import { followSchema, MAX_FORM_BYTES, type Problem } from "@/lib/events/follows/schema";
import { readFormData } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { localePath } from "@/lib/platform/i18n/routing";
import { returnAttempt, takeAttempt } from "@/lib/platform/rate-limit";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

const PROBLEM_OF: Partial<Record<string, Problem>> = {
  "input.invalid": "dados",
  "rate.limited": "limite",
};

/** Redirects the browser to the page that explains the next step. */
function toPage(form: FormData | null | undefined, problem: Problem | null): Response {
  const location = localePath(askedLocale.parse(form?.get("locale")), afterFollow(problem));
  return new Response(null, { status: 303, headers: { location } });
}

/** A plain form that works without scripts. The answer is the same whether or not the address is known. */
export const POST = publicHandler(
  {
    name: "event follow",
    body: { read: (request) => readFormData(request, MAX_FORM_BYTES) },
    client: createServiceClient,
    refuse: ({ code }, { body }) =>
      code === "access.denied" ? { code } : toPage(body, PROBLEM_OF[code] ?? "indisponivel"),
  },
  async ({ body: form, address, client }) => {
    await takeAttempt("eventFollow", address);
    const fields = followSchema.safeParse(Object.fromEntries([...(form ?? [])].filter(([, value]) => value !== "")));
    if (!fields.success) {
      await returnAttempt("eventFollow", address);
      return refused("input.invalid");
    }
    await takeAttempt("eventFollowMail", fields.data.email);
    await followEvents(client, fields.data);
    return toPage(form, null);
  },
);
