import { joinAsGuest, leaveAsGuest, reportAsGuest } from "@/lib/travel/convoys/guests/mutations";
import { readConvoyAsGuest } from "@/lib/travel/convoys/guests/queries";
import { isNews } from "@/lib/travel/convoys/rules";
import {
  convoyCode,
  GUEST_SCHEME,
  guestSchema,
  guestToken,
  MAX_REPORT_BYTES,
  reportSchema,
} from "@/lib/travel/convoys/schema";
import { tellMembers } from "@/lib/travel/convoys/service";
import { readJson } from "@/lib/platform/body";
import { addressIn } from "@/lib/platform/caller";
import { returnAttempt, takeAttempt } from "@/lib/platform/rate-limit";
import { withRefusals } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createPublicClient } from "@/lib/platform/supabase/public";
import { createServiceClient } from "@/lib/platform/supabase/service";

type Context = { params: Promise<{ code: string }> };

const STATUS = { "input.invalid": 400 };
const NO_STORE = { "cache-control": "private, no-store" };
const invalid = () => Response.json({ code: "input.invalid" }, { status: 400, headers: NO_STORE });
const gone = () => Response.json({ code: "not_found" }, { status: 404, headers: NO_STORE });

/** The code of the address with the token of the header; null when one of them cannot be right. */
async function guestOf(request: Request, { params }: Context) {
  const [scheme, sent] = (request.headers.get("authorization") ?? "").split(" ");
  const [code, token] = [convoyCode.safeParse((await params).code), guestToken.safeParse(sent)];
  return scheme === GUEST_SCHEME && code.success && token.success ? { code: code.data, token: token.data } : null;
}

/** Joins a convoy with a name; the answer brings the token, which is stored nowhere else in clear. */
export const PUT = (request: Request, context: Context): Promise<Response> =>
  withRefusals(
    "convoy guests",
    async () => {
      requireSameOrigin(request);
      const address = addressIn(request.headers);
      await takeAttempt("convoyGuest", address);
      const code = convoyCode.safeParse((await context.params).code);
      const guest = guestSchema.safeParse(await readJson(request, MAX_REPORT_BYTES));
      if (!guest.success) return invalid();
      if (!code.success) return Response.json({ outcome: "unknown" }, { headers: NO_STORE });
      const { outcome, token } = await joinAsGuest(createServiceClient(), code.data, guest.data);
      if (outcome !== "joined") return Response.json({ outcome }, { headers: NO_STORE });
      await returnAttempt("convoyGuest", address);
      const convoy = await readConvoyAsGuest(createPublicClient(null), { code: code.data, token });
      tellMembers(convoy?.channel ?? null);
      return Response.json({ outcome, token, convoy }, { headers: NO_STORE });
    },
    STATUS,
  );

/** Stores the status and position of a guest and returns the convoy; 404 for a token that opens nothing. */
export const POST = (request: Request, context: Context): Promise<Response> =>
  withRefusals(
    "convoy guests",
    async () => {
      requireSameOrigin(request);
      await takeAttempt("convoyGuestReport", addressIn(request.headers));
      const guest = await guestOf(request, context);
      const report = reportSchema.safeParse(await readJson(request, MAX_REPORT_BYTES));
      if (!report.success) return invalid();
      const client = createPublicClient(null);
      const isGuest = guest !== null && (await reportAsGuest(client, guest, report.data));
      const convoy = isGuest ? await readConvoyAsGuest(client, guest) : null;
      if (!convoy) return gone();
      if (isNews(report.data)) tellMembers(convoy.channel);
      return Response.json(convoy, { headers: NO_STORE });
    },
    STATUS,
  );

/** Removes the guest with name, car and position. */
export const DELETE = (request: Request, context: Context): Promise<Response> =>
  withRefusals("convoy guests", async () => {
    requireSameOrigin(request);
    await takeAttempt("convoyGuestReport", addressIn(request.headers));
    const guest = await guestOf(request, context);
    const channel = guest && (await leaveAsGuest(createPublicClient(null), guest));
    if (!channel) return gone();
    tellMembers(channel);
    return new Response(null, { status: 204, headers: NO_STORE });
  });
