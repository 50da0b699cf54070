import { z } from "zod";
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
import { jsonBody } from "@/lib/platform/body";
import { publicHandler, tokenHandler } from "@/lib/platform/handler";
import { returnAttempt } from "@/lib/platform/rate-limit";
import { refused } from "@/lib/platform/refusal";
import { createPublicClient } from "@/lib/platform/supabase/public";
import { createServiceClient } from "@/lib/platform/supabase/service";

type Sent = { request: Request; params: { code: string } };

const SHARED = {
  name: "convoy guests",
  params: z.object({ code: z.string() }),
  headers: { "cache-control": "private, no-store" },
} as const;
/** Of requests with the token of a guest. */
const GUEST = {
  ...SHARED,
  limit: "convoyGuestReport",
  client: () => createPublicClient(null),
  open: guestOf,
  missing: "not_found",
} as const;

/** The code of the address with the token of the header; null when one of them cannot be right. */
async function guestOf({ request, params }: Sent) {
  const [scheme, sent] = (request.headers.get("authorization") ?? "").split(" ");
  const [code, token] = [convoyCode.safeParse(params.code), guestToken.safeParse(sent)];
  return scheme === GUEST_SCHEME && code.success && token.success ? { code: code.data, token: token.data } : null;
}

/** Joins a convoy with a name; the answer brings the token, which is stored nowhere else in clear. */
export const PUT = publicHandler(
  { ...SHARED, limit: "convoyGuest", body: jsonBody(guestSchema, MAX_REPORT_BYTES), client: createServiceClient },
  async ({ params, body, client, address }) => {
    const code = convoyCode.safeParse(params.code);
    if (!code.success) return { outcome: "refused", field: null, reason: "unknown" };
    const { joined, token } = await joinAsGuest(client, code.data, body);
    if (joined.outcome !== "saved") return joined;
    await returnAttempt("convoyGuest", address);
    const convoy = await readConvoyAsGuest(createPublicClient(null), { code: code.data, token });
    tellMembers(convoy?.channel ?? null);
    return { ...joined, token, convoy };
  },
);

/** Stores the status and position of a guest and returns the convoy; 404 for an invalid or expired token. */
export const POST = tokenHandler(
  { ...GUEST, body: jsonBody(reportSchema, MAX_REPORT_BYTES) },
  async ({ opened: guest, body, client }) => {
    const { outcome } = await reportAsGuest(client, guest, body);
    const convoy = outcome === "saved" ? await readConvoyAsGuest(client, guest) : null;
    if (!convoy) return refused("not_found");
    if (isNews(body)) tellMembers(convoy.channel);
    return convoy;
  },
);

/** Removes the guest with name, car and position. */
export const DELETE = tokenHandler(GUEST, async ({ opened: guest, client }) => {
  const left = await leaveAsGuest(client, guest);
  if (left.outcome === "gone") return refused("not_found");
  tellMembers(left.channel);
});
