import { isLinkToken } from "@/lib/platform/links/rules";
import { readFormData } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { changeRegistration } from "@/lib/events/registrations/mutations";
import { MAX_ONE_CLICK_BYTES } from "@/lib/events/registrations/schema";
import { answer, handled } from "../../answer";

/**
 * Ends the messages of an organiser with one click of the mail program (RFC 8058). It sends the post without the page, so
 * its origin is not checked: the token of the mail is enough. The answer is the same for every token.
 */
export function POST(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return handled("registration messages", async () => {
    await takeAttempt("registrationPage", await callerAddress());
    const form = await readFormData(request, MAX_ONE_CLICK_BYTES);
    if (form?.get("List-Unsubscribe") !== "One-Click") return answer("input.invalid");
    const { token } = await params;
    if (isLinkToken(token)) await changeRegistration(await createSessionClient(), { change: "refuse-messages", token });
    return new Response(null, { status: 200, headers: { "cache-control": "no-store", "x-robots-tag": "noindex" } });
  });
}
