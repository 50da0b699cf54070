import { z } from "zod";
import type { Account } from "@/lib/platform/auth/account";
import { deviceHandler } from "@/lib/platform/handler";
import type { ReadingCaller } from "@/lib/platform/readings/mutations";
import { deskOfAccount, lookUpVoucher, readDesk, readDownloadView } from "@/lib/partners/desk/queries";
import { shortCode } from "@/lib/partners/desk/schema";
import { DESK } from "../desk-access";

const querySchema = z.union([
  z.object({ place: z.uuid(), code: shortCode }),
  z.object({ place: z.uuid(), download: z.uuid() }),
  z.object({ place: z.undefined().optional(), download: z.uuid() }),
]);

type Caller = ReadingCaller & { account: Account | null };

/** The place where the caller would redeem a voucher; null for people without a desk. */
async function placeOf(caller: Caller, download: string): Promise<string | null> {
  if (caller.token) return (await readDesk(caller))?.place.id ?? null;
  const voucher = await readDownloadView(download);
  return voucher && caller.account ? deskOfAccount(caller.account, voucher.serviceId) : null;
}

/** What redeeming a voucher now would answer; changes nothing. The page of a voucher does not know the place. */
export const GET = deviceHandler(DESK, { query: querySchema }, async (caller) => {
  const { place, ...wanted } = caller.query;
  const placeId = place ?? ("download" in wanted ? await placeOf(caller, wanted.download) : null);
  return { desk: placeId && { placeId, found: await lookUpVoucher(caller, placeId, wanted) } };
});
