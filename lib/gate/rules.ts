import { codeProblem, type EventCode } from "../event-codes/rules";
import { fold } from "../platform/slug";
import type { Tone } from "../readings/rules";
import type { CheckinResult, Entry, GateData, Reading } from "./schema";

/** Hours after the end of an event until a device deletes its list; the same as in `private.is_gate_over`. */
const KEEP_HOURS = 12;
const MAX_FOUND = 20;

export type Person = {
  id: string;
  name: string;
  kind: string;
  cars: string;
  status: "c" | "p" | "n";
  badgeVersion: number;
};
export type First = { at: string; by: string | null; list: string };
export type Verdict = {
  result: CheckinResult;
  person: Person | null;
  first: First | null;
  /** False for a valid code of this event that the list on the device does not contain yet. */
  isListed: boolean;
};

type CheckinList = GateData["lists"][number];
export type GateIndex = {
  data: GateData;
  people: ReadonlyMap<string, Person>;
  folded: readonly { text: string; person: Person }[];
  entries: Map<string, First>;
  /** People who entered and left, on lists with re-entry. */
  left: Set<string>;
  cancelled: ReadonlySet<string>;
};

const entryKey = (listId: string, registrationId: string) => `${listId} ${registrationId}`;

/** Prepares a downloaded list for look-ups by id and by name. */
export function indexGate(data: GateData): GateIndex {
  const people = data.people.map(([id, name, kind, cars, status, badgeVersion]) => ({
    id,
    name,
    kind,
    cars,
    status,
    badgeVersion,
  }));
  const index: GateIndex = {
    data,
    people: new Map(people.map((person) => [person.id, person])),
    folded: people.map((person) => ({ text: fold(`${person.name} ${person.cars}`), person })),
    entries: new Map(),
    left: new Set(data.left.map(([listId, registrationId]) => entryKey(listId, registrationId))),
    cancelled: new Set(data.cancelled),
  };
  for (const entry of data.entries) noteEntry(index, entry);
  return index;
}

/** Adds an entry; the earliest one of a registration counts. */
function noteEntry({ data, entries }: GateIndex, [listId, registrationId, at, by]: Entry): void {
  const list = data.lists.find(({ id }) => id === listId)?.name ?? "";
  const key = entryKey(listId, registrationId);
  const known = entries.get(key);
  if (!known || Date.parse(at) < Date.parse(known.at)) entries.set(key, { at, by, list });
}

/** Adds what a device read: who entered is inside, who left is not. */
export function noteReading(
  index: GateIndex,
  {
    kind,
    listId,
    registrationId,
    scannedAt,
  }: Pick<Reading, "kind" | "listId" | "scannedAt"> & { registrationId: string },
  by = "",
): void {
  const key = entryKey(listId, registrationId);
  if (kind === "exit") index.left.add(key);
  if (kind !== "entry") return;
  index.left.delete(key);
  noteEntry(index, [listId, registrationId, scannedAt, by]);
}

/** Takes back what `noteReading` added. */
export function forgetReading(
  { entries, left }: GateIndex,
  {
    kind,
    listId,
    registrationId,
    first,
  }: Pick<Reading, "kind" | "listId"> & { registrationId: string; first: First | null },
): void {
  const key = entryKey(listId, registrationId);
  if (kind === "exit") left.delete(key);
  // An undone re-entry leaves the first entry.
  else if (!first) entries.delete(key);
}

/** Registrations that entered by a list, those that the list expects, and on a list with re-entry those inside. */
export function countGate({ people, entries, left }: GateIndex, list: CheckinList) {
  const count = { entered: 0, inside: 0, expected: 0 };
  for (const person of people.values()) {
    const key = entryKey(list.id, person.id);
    if (entries.has(key)) count.entered += 1;
    if (entries.has(key) && !left.has(key)) count.inside += 1;
    if (person.status === "c" && admitsKind(list, person.kind)) count.expected += 1;
  }
  return count;
}

const admitsKind = (list: CheckinList, kind: string) => list.kinds.length === 0 || list.kinds.includes(kind);

function problemOf(person: Person, list: CheckinList): CheckinResult | null {
  if (!admitsKind(list, person.kind)) return "wrong_list";
  if (person.status === "p") return "unpaid";
  return person.status === "n" ? "not_approved" : null;
}

/** Decides about a verified code on the device, by the same rules as the database. */
export function judgeCode(
  index: GateIndex,
  list: CheckinList,
  code: EventCode | null,
  kind: Reading["kind"] = "entry",
): Verdict {
  const none = { person: null, first: null, isListed: false };
  if (!code) return { ...none, result: "unknown" };
  const person = index.people.get(code.registrationId) ?? null;
  const expected = { eventId: index.data.event.id, badgeVersion: person?.badgeVersion ?? code.badgeVersion };
  const problem = codeProblem(code, expected);
  if (problem) return { ...none, person, result: problem };
  return person ? judgePerson(index, list, person, kind) : judgeUnlisted(index, list, code.registrationId, kind);
}

/** A valid code of the event that the list on the device does not contain: cancelled, or registered after the download. */
function judgeUnlisted(index: GateIndex, list: CheckinList, id: string, kind: Reading["kind"]): Verdict {
  if (index.cancelled.has(id)) return { result: "not_approved", person: null, first: null, isListed: true };
  const first = kind === "entry" ? (index.entries.get(entryKey(list.id, id)) ?? null) : null;
  return { result: first && !list.allowReentry ? "duplicate" : "ok", person: null, first, isListed: false };
}

export function judgePerson(
  index: GateIndex,
  list: CheckinList,
  person: Person,
  kind: Reading["kind"] = "entry",
): Verdict {
  // Who was admitted may leave, whatever the status is.
  if (kind === "exit" && admitsKind(list, person.kind)) return { result: "ok", person, first: null, isListed: true };
  const problem = problemOf(person, list);
  if (problem) return { result: problem, person, first: null, isListed: true };
  const first = index.entries.get(entryKey(list.id, person.id)) ?? null;
  return { result: first && !list.allowReentry ? "duplicate" : "ok", person, first, isListed: true };
}

/** People whose name or car contains every typed word, at most 20. */
export function searchPeople({ folded }: GateIndex, typed: string): Person[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.join("").length < 2) return [];
  const found: Person[] = [];
  for (const { text, person } of folded) {
    if (words.every((word) => text.includes(word))) found.push(person);
    if (found.length === MAX_FOUND) break;
  }
  return found;
}

/** Whether a device must delete the list of an event. */
export function isGateOver(endsAt: string, now: number): boolean {
  return Date.parse(endsAt) + KEEP_HOURS * 3_600_000 < now;
}

/** Colour of a result: go is admitted, warn asks the operator to look, stop is refused. */
export function toneOf(result: CheckinResult): Tone {
  if (result === "ok") return "go";
  return ["duplicate", "unpaid", "not_approved"].includes(result) ? "warn" : "stop";
}

/** A share in whole percent; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100);
}
