import { codeProblem, type EventCode } from "../codes/rules";
import { fold } from "../../platform/slug";
import type { Tone } from "../../platform/readings/rules";
import type { CheckinResult, Entry, GateData, PERSON_STATUSES, Reading } from "./schema";

/** Hours after the end of an event until a device deletes its list; the same as in `private.is_gate_over`. */
const KEEP_HOURS = 12;
const MAX_FOUND = 20;

export type Person = {
  id: string;
  name: string;
  kind: string;
  cars: string;
  status: (typeof PERSON_STATUSES)[number];
  badgeVersion: number;
  /** Number of people of the registration. */
  places: number;
  companions: readonly string[];
  /** Plates without separators. */
  plates: string;
  code: string;
  /** First characters of the mail address, at most six, never the domain. */
  mail: string;
  /** Cents that are still to be paid for people or a stand that the team added. */
  due: number;
  /** Category of a half price, and whether its proof was seen. */
  half: string | null;
  halfSeen: boolean;
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
/** People of a registration who entered by a list, and those inside now. */
type Count = { entered: number; inside: number };
type Searched = { text: string; plates: string; code: string; mail: string; person: Person };
export type GateIndex = {
  data: GateData;
  people: ReadonlyMap<string, Person>;
  searched: readonly Searched[];
  entries: Map<string, First>;
  counts: Map<string, Count>;
  cancelled: ReadonlySet<string>;
};
type Movement = Pick<Reading, "kind" | "listId" | "people"> & { registrationId: string };

/** Whether a reading is about the proof of a half price: it was seen, or the note is taken back. */
export const isProof = (kind: Reading["kind"]): boolean => kind === "proof_seen" || kind === "proof_unseen";

const entryKey = (listId: string, registrationId: string) => `${listId} ${registrationId}`;
const lettersAndDigits = (text: string) => fold(text).replaceAll(/[^a-z0-9]/g, "");

function personOf([id, name, kind, cars, status, badgeVersion, details = {}]: GateData["people"][number]): Person {
  const { places = 1, companions = [], plates = "", code = "", mail = "", due = 0 } = details;
  const { half = null, halfSeen = false } = details;
  return { id, name, kind, cars, status, badgeVersion, places, companions, plates, code, mail, due, half, halfSeen };
}

/** Prepares a downloaded list for look-ups by id and for the search for people without their badge. */
export function indexGate(data: GateData): GateIndex {
  const people = data.people.map(personOf);
  const index: GateIndex = {
    data,
    people: new Map(people.map((person) => [person.id, person])),
    searched: people.map((person) => ({
      text: fold(`${person.name} ${person.companions.join(" ")} ${person.cars}`),
      plates: person.plates.toLowerCase(),
      code: person.code.toLowerCase(),
      mail: fold(person.mail),
      person,
    })),
    entries: new Map(),
    counts: new Map(),
    cancelled: new Set(data.cancelled),
  };
  const left = new Set(data.left.map(([listId, registrationId]) => entryKey(listId, registrationId)));
  for (const entry of data.entries) {
    const [listId, registrationId, , , entered = placesOf(index, registrationId)] = entry;
    const key = entryKey(listId, registrationId);
    noteEntry(index, entry);
    index.counts.set(key, { entered, inside: entry[5] ?? (left.has(key) ? 0 : entered) });
  }
  return index;
}

const placesOf = ({ people }: Pick<GateIndex, "people">, registrationId: string) =>
  people.get(registrationId)?.places ?? 1;
const countOf = ({ counts }: GateIndex, listId: string, registrationId: string): Count =>
  counts.get(entryKey(listId, registrationId)) ?? { entered: 0, inside: 0 };

/** Adds an entry; the earliest one of a registration is shown. */
function noteEntry({ data, entries }: GateIndex, [listId, registrationId, at, by]: Entry): void {
  const list = data.lists.find(({ id }) => id === listId)?.name ?? "";
  const key = entryKey(listId, registrationId);
  const known = entries.get(key);
  if (!known || Date.parse(at) < Date.parse(known.at)) entries.set(key, { at, by, list });
}

/** Notes the proof of a half price; true for a reading that is no entry and no exit. */
function movesNobody({ people }: GateIndex, kind: Reading["kind"], registrationId: string): boolean {
  if (isProof(kind) && people.has(registrationId)) people.get(registrationId)!.halfSeen = kind === "proof_seen";
  return kind !== "entry" && kind !== "exit";
}

/** Adds what a device read: who entered is inside, who left is not. */
export function noteReading(index: GateIndex, reading: Movement & { scannedAt: string }, by = ""): void {
  const { kind, listId, registrationId, scannedAt, people } = reading;
  if (movesNobody(index, kind, registrationId)) return;
  const { entered, inside } = countOf(index, listId, registrationId);
  // A registration that the list does not contain yet has an unknown number of places.
  const places = index.people.get(registrationId)?.places ?? Math.max(inside + (people ?? 1), 1);
  const now =
    kind === "exit" ? Math.max(inside - (people ?? inside), 0) : Math.min(inside + (people ?? places), places);
  index.counts.set(entryKey(listId, registrationId), { entered: Math.max(entered, now), inside: now });
  if (kind === "entry") noteEntry(index, [listId, registrationId, scannedAt, by]);
}

/** What the server answered to a reading: how many people of the registration are inside after it. */
export type Answered = Pick<Reading, "kind" | "listId" | "scannedAt"> & {
  registrationId: string;
  by: string;
  /** Absent in answers that a device kept before an update: everybody entered. */
  inside?: number;
};

/** Replaces the count of a registration by the server's, so that an answer counts once however often it is noted. */
export function noteAnswer(index: GateIndex, answer: Answered): void {
  const { kind, listId, registrationId, scannedAt, by } = answer;
  if (movesNobody(index, kind, registrationId)) return;
  const inside = answer.inside ?? (kind === "exit" ? 0 : placesOf(index, registrationId));
  const known = countOf(index, listId, registrationId);
  // People who are inside a list without re-entry stay inside; an older answer may arrive later.
  const now = isReentry(index, listId) ? inside : Math.max(known.inside, inside);
  index.counts.set(entryKey(listId, registrationId), { entered: Math.max(known.entered, now), inside: now });
  if (kind === "entry") noteEntry(index, [listId, registrationId, scannedAt, by]);
}

/** Takes back what `noteReading` added; the next list of the server has the exact numbers. */
export function forgetReading(index: GateIndex, reading: Movement & { first: First | null }): void {
  const { kind, listId, registrationId, first } = reading;
  const key = entryKey(listId, registrationId);
  const places = placesOf(index, registrationId);
  const { entered, inside } = countOf(index, listId, registrationId);
  const people = reading.people ?? places;
  if (kind === "exit") index.counts.set(key, { entered, inside: Math.min(inside + people, places) });
  else if (!first) {
    index.entries.delete(key);
    index.counts.delete(key);
  } else if (!isReentry(index, listId)) {
    // The part of a family that entered before stays. An undone re-entry leaves the first entry.
    const rest = Math.max(inside - people, 1);
    index.counts.set(key, { entered: rest, inside: rest });
  }
}

const isReentry = ({ data }: GateIndex, listId: string) =>
  data.lists.find(({ id }) => id === listId)?.allowReentry ?? false;

/** Registrations and people that entered by a list, those that it expects, and on a list with re-entry those inside. */
export function countGate(index: GateIndex, list: CheckinList) {
  const count = { entered: 0, inside: 0, expected: 0, people: 0, expectedPeople: 0, insidePeople: 0 };
  for (const person of index.people.values()) {
    const { entered, inside } = countOf(index, list.id, person.id);
    if (entered > 0) count.entered += 1;
    if (inside > 0) count.inside += 1;
    count.people += entered;
    count.insidePeople += inside;
    if (person.status !== "c" || !admitsKind(list, person.kind)) continue;
    count.expected += 1;
    count.expectedPeople += person.places;
  }
  return count;
}

/** How many people of a registration may still enter by a list, or leave it. */
export function peopleLeft(index: GateIndex, list: CheckinList, person: Person, kind: Reading["kind"]): number {
  const { inside } = countOf(index, list.id, person.id);
  if (kind === "exit") return Math.max(inside, 1);
  const outside = person.places - inside;
  return outside < 1 && list.allowReentry ? person.places : Math.max(outside, 1);
}

/** How many people of a registration are inside, as the readings of a list count them. */
export const peopleInside = (index: GateIndex, listId: string, registrationId: string): number =>
  countOf(index, listId, registrationId).inside;

const admitsKind = (list: CheckinList, kind: string) => list.kinds.length === 0 || list.kinds.includes(kind);

const PROBLEMS: Record<Person["status"], CheckinResult | null> = {
  c: null,
  p: "unpaid",
  u: "unconfirmed",
  x: "not_approved",
  n: "not_approved",
};

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

/** Decides about people of a registration; `people` is how many of them enter, all who are outside when it is absent. */
export function judgePerson(
  index: GateIndex,
  list: CheckinList,
  person: Person,
  kind: Reading["kind"] = "entry",
  people?: number,
): Verdict {
  const verdict = { person, isListed: true };
  if (!admitsKind(list, person.kind)) return { ...verdict, result: "wrong_list", first: null };
  const inside = peopleInside(index, list.id, person.id);
  // Who was admitted may leave, whatever the status is.
  if (kind === "exit") {
    const isRefused = person.status === "x" && inside === 0;
    return { ...verdict, result: isRefused ? "not_approved" : "ok", first: null };
  }
  const problem = PROBLEMS[person.status];
  if (problem) return { ...verdict, result: problem, first: null };
  return { ...verdict, result: entryResult(list, person.places, inside, people), first: firstOf(index, list, person) };
}

const firstOf = (index: GateIndex, list: CheckinList, person: Person) =>
  index.entries.get(entryKey(list.id, person.id)) ?? null;

/** The same as `private.judge_movement`. */
function entryResult(list: CheckinList, places: number, inside: number, people = 1): CheckinResult {
  if (list.allowReentry) return people > places ? "too_many" : "ok";
  if (inside >= places) return "duplicate";
  return inside + people > places ? "too_many" : "ok";
}

/** Whether a word is typed that finds a person: part of a name or car, of a plate, or the start of code or mail. */
function matches({ text, plates, code, mail }: Searched, word: string): boolean {
  if (text.includes(word)) return true;
  const plain = lettersAndDigits(word);
  if (plain.length >= 3 && plates.split(" ").some((plate) => plate.includes(plain))) return true;
  if (plain.length >= 3 && code.startsWith(plain)) return true;
  // The list contains six characters of the address, so what is typed after them is not compared.
  return mail !== "" && word.length >= 3 && (mail.startsWith(word) || (mail.length === 6 && word.startsWith(mail)));
}

/**
 * People found by name, companion, car, plate, code or the beginning of the mail address: every typed word finds them,
 * or all words together are a plate or a code, at most 20.
 */
export function searchPeople({ searched }: GateIndex, typed: string): Person[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.join("").length < 2) return [];
  const joined = words.join("");
  const found: Person[] = [];
  for (const one of searched) {
    const isFound = words.every((word) => matches(one, word)) || (words.length === 2 && matchesKey(one, joined));
    if (isFound) found.push(one.person);
    if (found.length === MAX_FOUND) break;
  }
  return found;
}

/** A plate or code that is typed with a space. */
function matchesKey({ plates, code }: Searched, joined: string): boolean {
  const plain = lettersAndDigits(joined);
  return plain.length >= 5 && (plates.split(" ").includes(plain) || code === plain);
}

/** Whether a device must delete the list of an event. */
export function isGateOver(endsAt: string, now: number): boolean {
  return Date.parse(endsAt) + KEEP_HOURS * 3_600_000 < now;
}

/** Colour of a result: go is admitted, warn asks the operator to look, stop is refused. */
export function toneOf(result: CheckinResult): Tone {
  if (result === "ok") return "go";
  return ["duplicate", "too_many", "unpaid", "unconfirmed", "not_approved"].includes(result) ? "warn" : "stop";
}
