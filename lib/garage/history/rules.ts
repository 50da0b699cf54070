import type { StoredEntry } from "../entries/schema";

/** Pictures of receipts in one file; more would make it too large to send by mail. */
export const MAX_PICTURES = 40;
/** Entries in one file, the newest ones. */
export const MAX_ENTRIES = 5000;

export const historyPath = (vehiclePath: string): string => `${vehiclePath}/historico/pdf`;
export const dossierPdfPath = (vehiclePath: string): string => `${vehiclePath}/dossie/pdf`;

/** What a person chose for the file of the history. */
export type HistoryChoice = {
  from: string | null;
  until: string | null;
  prices: boolean;
  receipts: boolean;
  plate: boolean;
};

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** The choice in the address of the file. Receipts show prices, so without prices they are left out too. */
export function readChoice(query: URLSearchParams): HistoryChoice {
  const dayOf = (name: string) => {
    const day = query.get(name) ?? "";
    return DAY.test(day) ? day : null;
  };
  const prices = query.get("precos") === "1";
  return {
    from: dayOf("de"),
    until: dayOf("ate"),
    prices,
    receipts: prices && query.get("notas") === "1",
    plate: query.get("placa") === "1",
  };
}

/** Whether a day is in the chosen period; both ends belong to it. */
export const isInPeriod = (day: string, { from, until }: Pick<HistoryChoice, "from" | "until">): boolean =>
  (from === null || day >= from) && (until === null || day <= until);

export type YearOf<Entry> = { year: string; entries: Entry[] };

/** Entries by calendar year, the newest first. */
export function byYear<Entry extends Pick<StoredEntry, "on_date" | "km" | "id">>(
  entries: readonly Entry[],
): YearOf<Entry>[] {
  const sorted = entries.toSorted(
    (a, b) => b.on_date.localeCompare(a.on_date) || (b.km ?? -1) - (a.km ?? -1) || a.id.localeCompare(b.id),
  );
  const years = new Map<string, Entry[]>();
  for (const entry of sorted) {
    const year = entry.on_date.slice(0, 4);
    const own = years.get(year);
    if (own) own.push(entry);
    else years.set(year, [entry]);
  }
  return [...years].map(([year, own]) => ({ year, entries: own }));
}
