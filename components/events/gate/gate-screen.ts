import type { Person, Verdict } from "@/lib/events/gate/rules";
import type { Answer, Reading } from "@/lib/events/gate/schema";
import type { GateMode } from "./gate-api";
import type { GateScreen } from "./result-screen";

const mayForce = (mode: GateMode, result: string, person: Person | null) =>
  mode.kind === "operator" && (result === "unpaid" || result === "not_approved") && person?.status !== "x"
    ? person
    : null;

/** What the device shows before the server answers; `inside`: people of the registration inside after the reading. */
export function screenOfVerdict(mode: GateMode, reading: Reading, verdict: Verdict, inside: number): GateScreen {
  const { result, person, first, isListed } = verdict;
  return {
    nonce: reading.nonce,
    readingKind: reading.kind,
    isOffline: reading.isOffline,
    listId: reading.listId,
    registrationId: reading.registrationId,
    result,
    name: person?.name ?? null,
    kind: person?.kind ?? null,
    cars: person?.cars ?? "",
    people: reading.people ?? null,
    places: person?.places ?? null,
    inside,
    companions: person?.companions ?? [],
    due: person?.due ?? 0,
    half: person?.half ?? null,
    isHalfSeen: person?.halfSeen ?? false,
    first,
    isListed,
    mayForce: mayForce(mode, result, person),
    mayUndo: false,
    mayPrint: mode.kind === "operator" && !reading.isOffline && person?.status === "c",
  };
}

/** People registered at the gate, whom the list on the device does not contain. */
export function screenOfWalkIn(mode: GateMode, answer: Answer): GateScreen {
  const { nonce, readingKind: kind, registrationId, scannedAt, listId, result } = answer;
  const reading = { nonce, kind, listId, registrationId, badgeVersion: null, scannedAt, isOffline: false };
  const verdict = { result, person: null, first: null, isListed: true };
  return screenOfAnswer(mode, screenOfVerdict(mode, reading, verdict, answer.inside), answer, null);
}

export function screenOfAnswer(mode: GateMode, local: GateScreen, answer: Answer, person: Person | null): GateScreen {
  const isKnown = answer.registrationId !== null;
  return {
    ...local,
    result: answer.result,
    name: answer.name ?? local.name,
    kind: answer.kind ?? local.kind,
    people: isKnown ? answer.people : local.people,
    places: isKnown ? answer.places : local.places,
    inside: answer.inside,
    companions: isKnown ? answer.companions : local.companions,
    due: isKnown ? answer.dueCents : local.due,
    half: isKnown ? answer.halfPrice : local.half,
    isHalfSeen: isKnown ? answer.isHalfPriceSeen : local.isHalfSeen,
    first: answer.first,
    isListed: true,
    isOffline: false,
    mayForce: mayForce(mode, answer.result, person),
    mayUndo: isKnown && answer.result === "ok",
    mayPrint: local.mayPrint || (mode.kind === "operator" && answer.result === "ok" && !answer.isForced),
  };
}
