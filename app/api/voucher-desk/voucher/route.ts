import { z } from "zod";
import { AppError } from "@/lib/platform/error";
import { deskOfAccount, lookUpVoucher, readDesk, readShownVoucher } from "@/lib/partners/desk/queries";
import { shortCode } from "@/lib/partners/desk/schema";
import type { Caller } from "../../reading-answer";
import { answerDesk } from "../desk-answer";

const querySchema = z.union([
  z.object({ place: z.uuid(), code: shortCode }),
  z.object({ place: z.uuid(), download: z.uuid() }),
  z.object({ place: z.undefined().optional(), download: z.uuid() }),
]);

/** The place where the caller would redeem a voucher; null for people without a desk. */
async function placeOf(caller: Caller, download: string): Promise<string | null> {
  if (caller.token) return (await readDesk(caller))?.place.id ?? null;
  const voucher = await readShownVoucher(download);
  return voucher && caller.account ? deskOfAccount(caller.account, voucher.serviceId) : null;
}

/** What redeeming a voucher now would answer; changes nothing. The page of a voucher does not know the place. */
export function GET(request: Request): Promise<Response> {
  return answerDesk(request, async (caller) => {
    const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) throw new AppError("input.invalid");
    const { place, ...wanted } = query.data;
    const placeId = place ?? ("download" in wanted ? await placeOf(caller, wanted.download) : null);
    return { desk: placeId && { placeId, found: await lookUpVoucher(caller, placeId, wanted) } };
  });
}
