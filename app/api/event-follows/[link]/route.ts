import { confirmFollow, endFollow } from "@/lib/events/follows/mutations";
import { followOfLink } from "@/lib/events/follows/queries";
import { followPath } from "@/lib/events/follows/rules";
import { deedSchema, MAX_FORM_BYTES } from "@/lib/events/follows/schema";
import { readFormData } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "input.invalid": 400, "rate.limited": 429 };
const HEADERS = { "cache-control": "no-store", "x-robots-tag": "noindex" };

async function change(request: Request, link: string): Promise<Response> {
  await takeAttempt("eventFollowPage", await callerAddress());
  const form = await readFormData(request, MAX_FORM_BYTES);
  const id = followOfLink(link);
  const client = createServiceClient();
  // The mail program sends this without the page (RFC 8058), so its origin is not checked: the signed link is enough.
  if (form?.get("List-Unsubscribe") === "One-Click") {
    if (id) await endFollow(client, id);
    return new Response(null, { status: 200, headers: HEADERS });
  }
  requireSameOrigin(request);
  const fields = deedSchema.safeParse(Object.fromEntries(form ?? []));
  if (!fields.success) throw new AppError("input.invalid", { detail: "event follow" });
  const { deed, locale } = fields.data;
  if (id) await (deed === "confirm" ? confirmFollow(client, id) : endFollow(client, id));
  const location = localePath(locale, followPath(link)) + (deed === "end" ? "?fim=1" : "");
  return new Response(null, { status: 303, headers: { ...HEADERS, location } });
}

/** Confirms or ends a follow by the signed link of a mail; no account is needed. */
export async function POST(request: Request, { params }: { params: Promise<{ link: string }> }): Promise<Response> {
  try {
    return await change(request, (await params).link);
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (!STATUS[code]) reportError("event follow link", error);
    return Response.json({ code }, { status: STATUS[code] ?? 503, headers: HEADERS });
  }
}
