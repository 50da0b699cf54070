import type { ChosenFile } from "./entry-files";
import { saveEntries, type Log, type NewEntry } from "./log-store";

/** Stores what a form answered on the device; its files belong to the last entry. False without a known account. */
export async function storeEntries(
  { owner }: Pick<Log, "owner">,
  entries: readonly NewEntry[],
  files: readonly ChosenFile[],
): Promise<boolean> {
  const entry = entries.at(-1);
  if (!owner || !entry) return false;
  const kind = entry.content.kind === "note" ? ("photo" as const) : ("receipt" as const);
  const waiting = files.map((file) => ({
    ...file,
    owner,
    vehicle: entry.vehicle,
    entry: entry.id,
    kind,
    isRefused: false,
  }));
  await saveEntries(owner, entries, waiting);
  return true;
}
