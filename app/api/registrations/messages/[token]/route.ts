import { z } from "zod";
import { isLinkToken } from "@/lib/platform/links/rules";
import { readFormData } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { changeRegistration } from "@/lib/events/registrations/mutations";
import { MAX_ONE_CLICK_BYTES } from "@/lib/events/registrations/schema";

/**
 * Ends the messages of an organiser with one click of the mail program (RFC 8058). It sends the post without the page, so
 * its origin is not checked: the token of the mail is enough. The answer is the same for every token.
 */
export const POST = publicHandler(
  {
    name: "registration messages",
    origin: false,
    limit: "registrationPage",
    params: z.object({ token: z.string() }),
    body: { read: (request) => readFormData(request, MAX_ONE_CLICK_BYTES) },
    client: createSessionClient,
  },
  async ({ params: { token }, body: form, client }) => {
    if (form?.get("List-Unsubscribe") !== "One-Click") return refused("input.invalid");
    if (isLinkToken(token)) await changeRegistration(client, { change: "refuse-messages", token });
    return new Response(null, { status: 200, headers: { "x-robots-tag": "noindex" } });
  },
);
