import { parsed, readFormData } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { fileMessage } from "@/lib/partners/service-messages/mutations";
import { afterMessage, FRAGMENTS, type Outcome } from "@/lib/partners/service-messages/rules";
import { MAX_FORM_BYTES, messageSchema } from "@/lib/partners/service-messages/schema";
import { outcomeKey } from "@/lib/platform/outcome";

const OUTCOME_OF: Partial<Record<string, Outcome>> = { "input.invalid": "dados", "rate.limited": "limite" };

/** Sends the browser back to the page of the place. */
function toPage(form: FormData | null | undefined, outcome: Outcome): Response {
  const path = form?.get("path");
  const location = afterMessage(typeof path === "string" ? path : "", outcome);
  return new Response(null, { status: 303, headers: { location } });
}

/** Stores a message of a visitor to a place. A plain form sends it, so the static page needs no script. */
export const POST = publicHandler(
  {
    name: "service message",
    body: { read: (request) => readFormData(request, MAX_FORM_BYTES) },
    client: createServiceClient,
    refuse: ({ code }, { body }) =>
      code === "access.denied" ? { code } : toPage(body, OUTCOME_OF[code] ?? "indisponivel"),
  },
  async ({ body: form, address, client }) => {
    await takeAttempt("serviceMessage", address);
    const message = parsed(messageSchema, Object.fromEntries(form ?? []));
    await takeAttempt("serviceMessageSender", message.email);
    return toPage(form, FRAGMENTS[outcomeKey(await fileMessage(client, message))]);
  },
);
