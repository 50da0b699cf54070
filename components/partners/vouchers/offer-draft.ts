import * as device from "@/components/form/device-draft";
import { VOUCHER_DRAFT_PREFIX } from "@/lib/platform/device-storage/rules";
import type { OfferValues } from "@/lib/partners/vouchers/rules";

/** Changes with the names of the fields, so that a draft with earlier names is not opened. */
const VERSION = 2;
const keyOf = (name: string) => `${VOUCHER_DRAFT_PREFIX}${VERSION}:${name}`;

/** The values of a form by name; `weekdays` is a list, fields without a value are left out. */
export function offerValuesOf(form: FormData): OfferValues {
  const values: OfferValues = { weekdays: form.getAll("weekdays").map(String) };
  for (const [name, value] of form)
    if (name !== "weekdays" && typeof value === "string" && value !== "") values[name] = value;
  return values;
}

/** The draft of an offer on this device; it keeps the version that it was started from, so that a later one is not overwritten unasked. */
export function readOfferDraft(name: string): OfferValues | null {
  const draft = device.readDraft<OfferValues>("localStorage", keyOf(name));
  if (draft === null || typeof draft !== "object") return null;
  return draft.title || draft.rules || draft.benefit_value ? draft : null;
}

export function keepOfferDraft(name: string, draft: OfferValues | null): void {
  if (draft) device.writeDraft("localStorage", keyOf(name), draft);
  else device.dropDraft("localStorage", keyOf(name));
}
