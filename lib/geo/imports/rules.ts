/** Why a part of a file is not taken over. */
export const LEFT_REASONS = [
  // Recordings
  "position",
  "outside",
  "zero",
  "jump",
  "geometry",
  "link",
  "element",
  "damaged",
  "many",
  "name",
  "route",
  // Logs
  "date",
  "km",
  "fill",
  "litres",
  "kind",
  "amount",
  "empty",
  "column",
  "section",
  "vehicle",
  "choice",
  "other",
] as const;
/** What was taken over in another form. */
export const CHANGED_REASONS = [
  "comma",
  "characters",
  "thinned",
  "cut",
  "field",
  "missed",
  "grouping",
  "units",
  "category",
  "fuel",
] as const;

type Effect =
  | { effect: "left"; reason: (typeof LEFT_REASONS)[number] }
  | { effect: "changed"; reason: (typeof CHANGED_REASONS)[number] };

/** Where in a file: the line from 1, null where the file has none; the element, column or name; its text. */
export type Place = { line: number | null; element: string; value?: string };

/** Everything of a file with the same effect and reason; `places` has the first ones. */
export type Finding = Effect & { count: number; places: Place[] };

const SHOWN_PLACES = 20;
const MAX_VALUE = 80;

/** Collects what an import does not take over as it is in the file. */
export class Findings {
  private readonly findings: Map<string, Finding>;

  constructor(earlier: readonly Finding[] = []) {
    const copies = earlier.map((finding) => ({ ...finding, places: [...finding.places] }));
    this.findings = new Map(copies.map((finding) => [`${finding.effect} ${finding.reason}`, finding]));
  }

  private add(effect: Effect, place: Place, count: number): void {
    const key = `${effect.effect} ${effect.reason}`;
    const finding = this.findings.get(key) ?? { ...effect, count: 0, places: [] };
    finding.count += count;
    const value = place.value?.replace(/\s+/g, " ").trim().slice(0, MAX_VALUE);
    if (finding.places.length < SHOWN_PLACES) finding.places.push(value ? { ...place, value } : place);
    this.findings.set(key, finding);
  }

  left(reason: (typeof LEFT_REASONS)[number], place: Place, count = 1): void {
    this.add({ effect: "left", reason }, place, count);
  }

  changed(reason: (typeof CHANGED_REASONS)[number], place: Place, count = 1): void {
    this.add({ effect: "changed", reason }, place, count);
  }

  list(): Finding[] {
    return [...this.findings.values()];
  }
}
