import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { startChecklist } from "@/lib/garage/checklists/device/rules";
import { checklistPath } from "@/lib/garage/checklists/rules";
import { readChecklist, saveOwner, storeChecklist } from "./checklist-store";
import { sendChecklists } from "./checklist-upload";

type Start = Omit<Parameters<typeof startChecklist>[0], "id" | "startedAt" | "items"> & {
  items: readonly Omit<Parameters<typeof startChecklist>[0]["items"][number], "id">[];
};

/** `not-sent`: stored on the device, but the server does not accept it now, so its page would not open. */
export type StartResult = "opened" | "not-sent" | "not-stored";

/** Starts a checklist on this device, sends it and opens its page, without a connection too. */
export async function startAndOpen({ items, ...start }: Start, locale: Locale): Promise<StartResult> {
  const id = crypto.randomUUID();
  const named = items.map((item) => ({ ...item, id: crypto.randomUUID() }));
  try {
    await saveOwner(start.owner);
    await storeChecklist(startChecklist({ ...start, id, items: named, startedAt: new Date().toISOString() }));
  } catch {
    return "not-stored";
  }
  const state = await sendChecklists().catch(() => "unavailable" as const);
  const isRefused = (await readChecklist(id).catch(() => null))?.refusal != null;
  if (isRefused || (state !== "sent" && state !== "offline")) return "not-sent";
  location.assign(localePath(locale, checklistPath(id)));
  return "opened";
}
