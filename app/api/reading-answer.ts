import { countFailedAttempt, type FailedSubject } from "@/lib/platform/failed-attempts/mutations";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { currentAccount, type Account } from "@/lib/platform/auth/account";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import type { RateRule } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createPublicClient } from "@/lib/platform/supabase/public";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import type { ReadingCaller } from "@/lib/platform/readings/mutations";
import { DEVICE_SCHEME, deviceToken } from "@/lib/platform/readings/schema";

const STATUS: Partial<Record<string, number>> = {
  "auth.required": 401,
  "access.denied": 403,
  "access.permission": 403,
  "rate.limited": 429,
  "input.invalid": 400,
};

/** Who reads codes where: limits of its requests, and which accounts are admitted besides enrolled devices. */
type ReadingDoor = {
  name: string;
  subject: FailedSubject;
  rule: RateRule;
  /** Guessing tokens is limited more strictly than reading codes. */
  refusedRule: RateRule;
  admits: (account: Account) => boolean;
};
export type Caller = ReadingCaller & { account: Account | null; address: string };

/** The enrolled device of the header, or the signed-in account. */
async function callerOf(request: Request, { admits }: ReadingDoor, address: string): Promise<Caller> {
  const [scheme, token] = (request.headers.get("authorization") ?? "").split(" ");
  if (scheme === DEVICE_SCHEME) {
    if (!deviceToken.safeParse(token).success) throw new AppError("access.denied", { detail: "no device token" });
    return { client: createPublicClient(null), token, account: null, address };
  }
  const account = await currentAccount();
  if (!account) throw new AppError("auth.required");
  if (!admits(account)) throw new AppError("access.permission");
  return { client: await createSessionClient(), token: undefined, account, address };
}

async function statusOf(error: unknown, door: ReadingDoor, address: string): Promise<number> {
  const status = error instanceof AppError ? STATUS[error.code] : undefined;
  if (status === undefined) reportError(door.name, error);
  if (status !== 403) return status ?? 503;
  await countFailedAttempt(createServiceClient(), door.subject, address);
  return takeGuess(door.refusedRule, door.subject, address).then(
    () => 403,
    () => 429,
  );
}

/** Runs one request of a gate or a desk for an account or an enrolled device; the handler checks the origin. */
export async function answerReading(
  request: Request,
  door: ReadingDoor,
  run: (caller: Caller) => Promise<unknown>,
): Promise<Response> {
  const address = await callerAddress();
  const headers = { "cache-control": "no-store" };
  try {
    await takeGuess(door.rule, door.subject, address);
    const answer = await run(await callerOf(request, door, address));
    return answer === null ? new Response(null, { status: 404, headers }) : Response.json(answer, { headers });
  } catch (error) {
    return new Response(null, { status: await statusOf(error, door, address), headers });
  }
}
