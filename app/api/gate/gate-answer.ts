import { countFailedAttempt } from "@/lib/failed-attempts/mutations";
import { takeGuess } from "@/lib/failed-attempts/service";
import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { reportError } from "@/lib/platform/report";
import { createPublicClient } from "@/lib/platform/supabase/public";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import type { GateCaller } from "@/lib/gate/mutations";
import { DEVICE_SCHEME, deviceToken } from "@/lib/gate/schema";

const STATUS: Partial<Record<string, number>> = {
  "auth.required": 401,
  "access.denied": 403,
  "access.permission": 403,
  "rate.limited": 429,
  "input.invalid": 400,
};

/** The enrolled device of the header, or the signed-in operator. */
async function callerOf(request: Request): Promise<GateCaller> {
  const [scheme, token] = (request.headers.get("authorization") ?? "").split(" ");
  if (scheme === DEVICE_SCHEME) {
    if (!deviceToken.safeParse(token).success) throw new AppError("access.denied", { detail: "no device token" });
    return { client: createPublicClient(null), token };
  }
  const account = await currentAccount();
  if (!account) throw new AppError("auth.required");
  if (!hasPermission(account, "event_checkin")) throw new AppError("access.permission");
  return { client: await createSessionClient(), token: undefined };
}

async function statusOf(error: unknown, address: string): Promise<number> {
  const status = error instanceof AppError ? STATUS[error.code] : undefined;
  if (status === undefined) reportError("gate", error);
  if (status !== 403) return status ?? 503;
  await countFailedAttempt(createServiceClient(), "gate_device", address);
  // Guessing tokens is limited more strictly than reading badges.
  return takeGuess("gateRefused", "gate_device", address).then(
    () => 403,
    () => 429,
  );
}

/** Runs one request of a gate for an operator or an enrolled device; the handler checks the origin. */
export async function answerGate(request: Request, run: (caller: GateCaller) => Promise<unknown>): Promise<Response> {
  const address = await callerAddress();
  const headers = { "cache-control": "no-store" };
  try {
    await takeGuess("gate", "gate_device", address);
    const answer = await run(await callerOf(request));
    return answer === null ? new Response(null, { status: 404, headers }) : Response.json(answer, { headers });
  } catch (error) {
    return new Response(null, { status: await statusOf(error, address), headers });
  }
}
