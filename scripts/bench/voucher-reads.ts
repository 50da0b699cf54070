import { readPublicKey } from "@/lib/events/codes/service";
import { getOwnPlace, getPeople, getVisits, listOwnPlaces } from "@/lib/partners/own-places/queries";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { listMessages } from "@/lib/partners/service-messages/queries";
import { getPlacePlans } from "@/lib/partners/service-plans/queries";
import { readDesk } from "@/lib/partners/desk/queries";
import { listOwnVouchers, listVouchers, readStock } from "@/lib/partners/downloads/queries";
import { listPlaceVouchers, listReports, readFigures } from "@/lib/partners/vouchers/queries";
import type { Reads } from "./explain";
import { LARGE_PLACE } from "./voucher-rows";

/** The queries of the list of vouchers, which anybody may send. */
export const VOUCHER_LIST: Reads = {
  "/:uf/vouchers": () => listVouchers("SC"),
  "/:uf/vouchers: what is left": () => readStock("SC"),
};

/** The queries of the pages about own vouchers and own places. */
export async function voucherReads(): Promise<Reads> {
  const client = await createSessionClient();
  // The first call creates the key that signs vouchers, which the desk then reads.
  await readPublicKey();
  return {
    "/painel: downloaded vouchers": () => listOwnVouchers(client),
    "own places": () => listOwnPlaces(),
    "own place": () => getOwnPlace(LARGE_PLACE),
    "own place: visits": () => getVisits(LARGE_PLACE),
    "own place: people": () => getPeople(LARGE_PLACE),
    "own place: messages": () => listMessages(LARGE_PLACE, 1),
    "own place: plans": () => getPlacePlans(LARGE_PLACE),
    "own place: vouchers": () => listPlaceVouchers(client, LARGE_PLACE),
    "own place: figures of vouchers": () => readFigures(client, LARGE_PLACE),
    "own place: links to the figures": () => listReports(client, LARGE_PLACE),
    "desk: vouchers and redemptions of the day": () => readDesk({ client, token: undefined }, LARGE_PLACE),
  };
}
