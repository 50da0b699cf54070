import { GUEST_VOUCHERS_KEY, OWN_VOUCHERS_KEY } from "@/lib/platform/device-storage/rules";
import { parseVouchers, usable, withVoucher, type DeviceVoucher } from "@/lib/partners/downloads/rules";

/** `own` vouchers belong to the account and are removed at sign-out, `guest` vouchers to the device. */
type Holder = "own" | "guest";

const KEYS: Record<Holder, string> = { own: OWN_VOUCHERS_KEY, guest: GUEST_VOUCHERS_KEY };
const NONE: readonly DeviceVoucher[] = [];

let cached: { raw: string; list: readonly DeviceVoucher[] } = { raw: "", list: NONE };
const listeners = new Set<() => void>();

export function onVouchers(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function stored(holder: Holder): string | null {
  const name = KEYS[holder];
  try {
    return localStorage.getItem(name);
  } catch {
    // Storage may be blocked; there are no vouchers on the device then.
    return null;
  }
}

export const readVouchers = (holder: Holder): DeviceVoucher[] => parseVouchers(stored(holder));

/** All vouchers of the device, the same array until one of them changes. */
export function deviceVouchers(): readonly DeviceVoucher[] {
  const raw = [stored("own"), stored("guest")].join("\n");
  if (raw !== cached.raw) cached = { raw, list: [...readVouchers("own"), ...readVouchers("guest")] };
  return cached.list;
}

export const noVouchers = (): readonly DeviceVoucher[] => NONE;

/** Replaces the stored vouchers of a holder by those that can still be used; false when the device cannot store them. */
export function storeVouchers(holder: Holder, vouchers: readonly DeviceVoucher[]): boolean {
  const name = KEYS[holder];
  try {
    localStorage.setItem(name, JSON.stringify(usable(vouchers, Date.now())));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

async function fetchVoucher(id: string): Promise<DeviceVoucher | null> {
  const answer = await fetch(`/api/voucher-downloads/${id}`).catch(() => null);
  return answer?.ok ? ((await answer.json()) as DeviceVoucher) : null;
}

/** Reads a downloaded voucher with its code and stores it; null when it could not be read or stored. */
export async function keepVoucher(id: string, holder: Holder): Promise<DeviceVoucher | null> {
  const voucher = (await fetchVoucher(id)) ?? (await fetchVoucher(id));
  if (!voucher) return null;
  return storeVouchers(holder, withVoucher(readVouchers(holder), voucher)) ? voucher : null;
}

/** Reads the vouchers of guests again, which no list of an account shows; those that cannot be reached stay. */
export async function refreshGuestVouchers(): Promise<void> {
  const known = readVouchers("guest");
  if (known.length === 0) return;
  const read = await Promise.all(known.map(async (voucher) => (await fetchVoucher(voucher.id)) ?? voucher));
  storeVouchers("guest", read);
}
