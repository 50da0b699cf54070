import { REMOVED_AT_SIGN_OUT, SALE_DRAFT_PREFIX } from "@/lib/device-storage/rules";

const keysOf = (store: Storage) =>
  Object.keys(store).filter((key) => REMOVED_AT_SIGN_OUT.some((kept) => key.startsWith(kept)));

/** Whether this device has a draft of a sale that was not saved. */
export const hasUnsavedSale = (): boolean => Object.keys(localStorage).some((key) => key.startsWith(SALE_DRAFT_PREFIX));

/** Removes personal data from the device at sign-out: clients' data, signatures and unsent forms. */
export function removeDeviceData(): void {
  for (const store of [localStorage, sessionStorage]) for (const key of keysOf(store)) store.removeItem(key);
}
