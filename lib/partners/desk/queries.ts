import "server-only";
import { readPublicKey } from "../../events/codes/service";
import type { Account } from "../../platform/auth/account";
import { hasPermission } from "../../platform/auth/permissions";
import { orThrow } from "../../platform/supabase/or-throw";
import { patterns } from "../../platform/supabase/pattern";
import { createPublicClient } from "../../platform/supabase/public";
import { createSessionClient } from "../../platform/supabase/session";
import type { ReadingCaller } from "../../platform/readings/mutations";
import { deviceToken } from "../../platform/readings/schema";
import {
  deskDataSchema,
  lookUpSchema,
  downloadViewSchema,
  type DeskData,
  type LookUp,
  type DownloadView,
} from "./schema";

const REFUSED = { "42501": "access.denied" } as const;

/** What a desk keeps: of the place of the device, or of the named place for an account; throws `access.denied` for anybody else. */
export async function readDesk({ client, token }: ReadingCaller, place?: string): Promise<DeskData | null> {
  const data = orThrow(
    await client.rpc("read_voucher_desk", token === undefined ? { place } : { device_token: token }),
    REFUSED,
  );
  if (!data) return null;
  const desk = deskDataSchema.parse(data);
  // Before the first voucher is signed there is no key; a device that goes offline then needs the one that will sign.
  return desk.keys.length > 0 ? desk : { ...desk, keys: await readPublicKey() };
}

/** The answer that redeeming now would get; changes nothing. */
export async function lookUpVoucher(
  { client, token }: ReadingCaller,
  place: string,
  wanted: { download: string } | { code: string },
): Promise<LookUp> {
  const data = orThrow(await client.rpc("look_up_voucher", { place, ...wanted, device_token: token }), REFUSED);
  return lookUpSchema.parse(data);
}

/** Whether a link opens the desk of a place. */
export async function isLiveVoucherDevice(token: string): Promise<boolean> {
  if (!deviceToken.safeParse(token).success) return false;
  return orThrow(await createPublicClient(null).rpc("is_live_voucher_device", { device_token: token }));
}

/** A downloaded voucher; null for an unknown id. */
export async function readDownloadView(id: string): Promise<DownloadView | null> {
  const data = orThrow(await createPublicClient(null).rpc("read_voucher_download", { download: id }));
  return data ? downloadViewSchema.parse(data) : null;
}

/** The place where an account redeems a voucher: its own place, another one that it runs, or none. */
export async function deskOfAccount(account: Account, voucherPlace: string): Promise<string | null> {
  const rows = orThrow(
    await (
      await createSessionClient()
    )
      .from("service_members")
      .select("service_id")
      .eq("account_id", account.id)
      .order("created_at")
      .limit(100),
  );
  const places = rows.map(({ service_id: id }) => id);
  if (places.includes(voucherPlace) || hasPermission(account, "voucher_checkin")) return voucherPlace;
  return places[0] ?? null;
}

/** A place with what the account may do at its desk; null for people who do not redeem there. */
export async function readDeskPlace(serviceId: string, account: Account) {
  const client = await createSessionClient();
  const [place, member] = await Promise.all([
    client.from("services").select("id, name").eq("id", serviceId).maybeSingle(),
    client
      .from("service_members")
      .select("role")
      .eq("service_id", serviceId)
      .eq("account_id", account.id)
      .maybeSingle(),
  ]);
  const [found, role] = [orThrow(place), orThrow(member)?.role ?? null];
  if (!found || (role === null && !hasPermission(account, "voucher_checkin"))) return null;
  return { id: found.id, name: found.name, role };
}

/** When the PIN of a place was set, for its people; null without one. */
export async function readPinTime(serviceId: string): Promise<string | null> {
  return orThrow(await (await createSessionClient()).rpc("place_pin_time", { place: serviceId }));
}

/** Devices of a place, the newest first. */
export async function listVoucherDevices(serviceId: string) {
  return orThrow(
    await (
      await createSessionClient()
    )
      .from("voucher_devices")
      .select("id, name, expires_at, revoked_at, last_sync_at, pending_readings, created_at")
      .eq("service_id", serviceId)
      .order("created_at", { ascending: false })
      .limit(100),
  );
}

const MAX_PLACES = 20;

/** Places with vouchers whose name contains the words, at most 20. */
export async function searchDeskPlaces(text: string) {
  if (text.trim().length < 2) return [];
  const client = await createSessionClient();
  const all = client.from("services").select("id, name, state_abbr, vouchers!inner(id)");
  const named = patterns(text).reduce((rows, pattern) => rows.like("search_name", pattern), all);
  return orThrow(await named.order("name").limit(MAX_PLACES));
}
