import { Findings, type Finding } from "../../../geo/imports/rules";
import { checkFill, EMPTY_ENTRY } from "../../entries/rules";
import { entryContentSchema, type EntryContent } from "../../entries/schema";
import { oddReadings, type Reading } from "../../statistics/rules";
import type { ReadFile, ReadLine } from "../rules";

/** Characters of the texts of an entry. */
const LONGEST: Partial<Record<keyof EntryContent, number>> = { title: 120, place: 120, notes: 4000 };
/** Fields without which a line is still a valid entry. */
const OPTIONAL: ReadonlySet<string> = new Set<keyof EntryContent>([
  ...(["lat", "lng", "place", "notes", "title", "ethanol_pct", "total_cents", "parts_cents", "labour_cents"] as const),
  ...(["category", "distance_km", "reading_km", "estimated_km", "offset_km"] as const),
]);

function cut(entry: EntryContent, line: number, findings: Findings): EntryContent {
  const texts = Object.entries(LONGEST).flatMap(([name, most]) => {
    const text = entry[name as "title"];
    if (text.length <= most) return [];
    findings.changed("cut", { line, element: name, value: text });
    return [[name, text.slice(0, most).trim()]];
  });
  return { ...entry, ...(Object.fromEntries(texts) as Partial<EntryContent>) };
}

/** The entry of a line as it can be stored: an optional field with an impossible value is left empty; null without any. */
export function admitted(entry: Partial<EntryContent>, line: number, findings: Findings): EntryContent | null {
  const whole = cut({ ...EMPTY_ENTRY, ...entry } as EntryContent, line, findings);
  const checked = entryContentSchema.safeParse(whole);
  if (checked.success) return checked.data;
  const wrong = [...new Set(checked.error.issues.map(({ path }) => String(path[0] ?? "")))];
  const names = wrong.flatMap((name) => (name === "lat" ? ["lat", "lng"] : name === "lng" ? ["lat", "lng"] : [name]));
  if (!names.every((name) => OPTIONAL.has(name))) return null;
  const emptied = names.map((name) => [name, EMPTY_ENTRY[name as keyof typeof EMPTY_ENTRY]]);
  const again = entryContentSchema.safeParse({ ...whole, ...Object.fromEntries(emptied) });
  if (!again.success) return null;
  for (const name of wrong)
    findings.changed("field", { line, element: name, value: String(whole[name as keyof EntryContent]) });
  return again.data;
}

const isFuel = (line: ReadLine) => line.entry?.kind === "fuel";

/**
 * Marks the refuelling after one that is left out: its litres are missing, so the consumption up to it is not known.
 * `refused` are the numbers of lines that cannot be stored.
 */
export function withMissed(lines: readonly ReadLine[], refused: ReadonlySet<number>, findings: Findings): ReadLine[] {
  const days = lines.flatMap(({ entry }) => (entry?.on_date ? [entry.on_date] : []));
  const isDescending = (days[0] ?? "") > (days.at(-1) ?? "");
  const ordered = isDescending ? lines.toReversed() : [...lines];
  let isMissed = false;
  const marked = ordered.map((line): ReadLine => {
    if (line.entry ? isFuel(line) && refused.has(line.number) : line.isFuel) isMissed = true;
    else if (isMissed && line.entry && isFuel(line)) {
      isMissed = false;
      if (line.entry.missed_previous) return line;
      findings.changed("missed", { line: line.number, element: line.entry.on_date ?? "" });
      return { ...line, entry: { ...line.entry, missed_previous: true } };
    }
    return line;
  });
  return isDescending ? marked.toReversed() : marked;
}

export type Numbered = { number: number; content: EntryContent };
/**
 * What a file would add: its entries, the lines with readings that do not fit or unlikely amounts, and everything that is
 * left out or changed.
 */
export type Prepared = { entries: Numbered[]; odd: Numbered[]; findings: Finding[] };

const numbersOf = (entries: readonly Numbered[]) => new Set(entries.map(({ number }) => number));
const kmOf = ({ reading_km, estimated_km, offset_km }: EntryContent) =>
  reading_km === null ? estimated_km : reading_km + offset_km;

/** Lines of the file whose kilometres fit neither the other lines nor the entries of the car. */
function oddOf(entries: readonly Numbered[], storedReadings: readonly Reading[]): Numbered[] {
  const added = entries.map(({ number, content }) => ({
    id: `line ${String(number).padStart(8, "0")}`,
    on_date: content.on_date,
    km: content.replaces_odometer ? null : kmOf(content),
    number,
  }));
  const stored = storedReadings.map((reading) => ({ ...reading, number: null }));
  const odd = new Set(oddReadings([...stored, ...added]).map(({ number }) => number));
  return entries.filter(({ number }) => odd.has(number));
}

/** A doubtful reading is imported only when the person confirmed it; an entry that is nothing else is left out. */
function withoutOdd({ number, content }: Numbered, findings: Findings): Numbered[] {
  findings.left("km", { line: number, element: content.on_date, value: String(kmOf(content)) });
  return content.kind === "km" ? [] : [{ number, content: { ...content, reading_km: null, estimated_km: null } }];
}

/**
 * The entries of a file for one car. `storedReadings` are the readings of the car, `confirmed` the numbers of lines whose
 * doubtful values are right.
 */
export function prepare(
  file: ReadFile,
  vehicle: string | null,
  storedReadings: readonly Reading[],
  confirmed: ReadonlySet<number>,
): Prepared {
  const findings = new Findings(file.findings);
  const isOther = (line: ReadLine) => vehicle !== null && line.vehicle !== vehicle;
  for (const line of file.lines.filter(isOther))
    findings.left("vehicle", { line: line.number, element: line.vehicle ?? "" });
  const own = file.lines.filter((line) => !isOther(line));
  const tried = own.map(({ number, entry }) => ({ number, content: entry && admitted(entry, number, new Findings()) }));
  const contents = tried.filter((one): one is Numbered => one.content !== null);
  const odd = oddOf(contents, storedReadings);
  const unlikely = contents.filter(({ content }) => checkFill(content));
  const isOpen = ({ number }: Numbered) => !confirmed.has(number);
  const unconfirmed = numbersOf(unlikely.filter(isOpen));
  const refused = new Set([...tried.flatMap(({ number, content }) => (content ? [] : [number])), ...unconfirmed]);
  const entries = withMissed(own, refused, findings).flatMap((line): Numbered[] => {
    const { number, entry } = line;
    if (!entry) {
      findings.left(line.problem, { line: number, element: line.day ?? "" });
      return [];
    }
    const content = unconfirmed.has(number) ? null : admitted(entry, number, findings);
    if (!content)
      findings.left(unconfirmed.has(number) ? "fill" : "other", { line: number, element: entry.on_date ?? "" });
    return content ? [{ number, content }] : [];
  });
  const dropped = numbersOf(odd.filter(isOpen));
  const kept = entries.flatMap((one) => (dropped.has(one.number) ? withoutOdd(one, findings) : [one]));
  const doubtful = contents.filter((one) => odd.includes(one) || unlikely.includes(one));
  return { entries: kept, odd: doubtful, findings: findings.list() };
}
