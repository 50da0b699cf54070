import { shareBadge } from "@/lib/events/panel/mutations";
import { registrationSchema } from "@/lib/events/panel/schema";
import { serverLink } from "@/lib/platform/links/mutations";
import { linkPath } from "@/lib/platform/links/rules";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";

const STATUS: Partial<Record<string, number>> = {
  "access.denied": 403,
  "access.permission": 403,
  "input.invalid": 400,
  "registration.missing": 404,
  "registration.decided": 409,
};
const MAX_BYTES = 1024;

const answer = (body: object, status: number) =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });

/** The path of the badge of a confirmed registration, which its event managers may send to the person. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const account = await admitAccount((one) => hasPermission(one, "events"));
    if (account instanceof Response) return account;
    const body = registrationSchema.safeParse(await readJson(request, MAX_BYTES));
    if (!body.success) return answer({ code: "input.invalid" }, 400);
    const { registration } = body.data;
    await shareBadge(await createSessionClient(), registration);
    const { token } = await serverLink(createServiceClient(), "badge", registration);
    return answer({ path: linkPath("badge", token) }, 201);
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("badge-links", error);
    return answer({ code }, status);
  }
}
