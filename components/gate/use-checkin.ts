import { useCallback, useState } from "react";
import { useRecorder } from "@/components/readings/use-recorder";
import { verifyEventCode } from "@/lib/event-codes/rules";
import { judgeCode, judgePerson, noteReading, type GateIndex, type Person, type Verdict } from "@/lib/gate/rules";
import type { Answer, GateData, Reading } from "@/lib/gate/schema";
import { sendWalkIn, type GateMode } from "./gate-api";
import type { ShownResult } from "./result-screen";
import type { GateState, useGate } from "./use-gate";
import type { WalkIn, WalkInProblem } from "./walk-in-form";

type List = GateData["lists"][number];
type Gate = ReturnType<typeof useGate>;

const mayForce = (mode: GateMode, result: string, person: Person | null) =>
  mode.kind === "operator" && (result === "unpaid" || result === "not_approved") ? person : null;

function shownVerdict(mode: GateMode, reading: Reading, { result, person, first, isListed }: Verdict): ShownResult {
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
    first,
    isListed,
    mayForce: mayForce(mode, result, person),
    mayUndo: false,
    mayPrint: mode.kind === "operator" && !reading.isOffline && person?.status === "c",
  };
}

/** A person registered at the gate, whom the list on the device does not contain. */
function shownWalkIn(mode: GateMode, answer: Answer): ShownResult {
  const { nonce, readingKind: kind, registrationId, scannedAt, listId, result } = answer;
  const reading = { nonce, kind, listId, registrationId, badgeVersion: null, scannedAt, isOffline: false };
  const verdict = { result, person: null, first: null, isListed: true };
  return shownAnswer(mode, shownVerdict(mode, reading, verdict), answer, null);
}

function shownAnswer(mode: GateMode, local: ShownResult, answer: Answer, person: Person | null): ShownResult {
  return {
    ...local,
    result: answer.result,
    name: answer.name ?? local.name,
    kind: answer.kind ?? local.kind,
    first: answer.first,
    isListed: true,
    isOffline: false,
    mayForce: mayForce(mode, answer.result, person),
    mayUndo: answer.registrationId !== null && answer.result === "ok",
    mayPrint: local.mayPrint || (mode.kind === "operator" && answer.result === "ok" && !answer.isForced),
  };
}

/** A reading of the list at the corrected time of the device. */
function newReading(
  list: List,
  state: GateState,
  given: Pick<Reading, "kind" | "registrationId" | "badgeVersion" | "isForced">,
) {
  return {
    nonce: crypto.randomUUID(),
    listId: list.id,
    scannedAt: new Date(Date.now() + state.clockOffset).toISOString(),
    isOffline: !navigator.onLine || state.failure !== null,
    ...given,
  } satisfies Reading;
}

/** Records a reading on the device too when it counts, and shows its result. */
function useGateRecorder(mode: GateMode, { add }: Gate) {
  const { shown, setShown, record: recordAs } = useRecorder<Reading, Answer, ShownResult>(add);
  const record = useCallback(
    (index: GateIndex, reading: Reading, verdict: Verdict) => {
      const local = shownVerdict(mode, reading, verdict);
      recordAs(reading, local, (answer) => shownAnswer(mode, local, answer, verdict.person));
      const { registrationId } = reading;
      if (verdict.result === "ok" && registrationId) noteReading(index, { ...reading, registrationId });
    },
    [mode, recordAs],
  );
  return { shown, setShown, record };
}

/** Decides about codes and people on the device and records them as entries or exits. */
export function useCheckin(mode: GateMode, gate: Gate, list: List | null, kind: "entry" | "exit") {
  const { shown, setShown, record } = useGateRecorder(mode, gate);
  const [last, setLast] = useState<ShownResult | null>(null);
  const { state, undo: undoReading } = gate;

  const readCode = async (text: string) => {
    if (!state.index || !list) return;
    const code = await verifyEventCode(text, state.index.data.keys);
    const given = { kind, registrationId: code?.registrationId ?? null, badgeVersion: code?.badgeVersion ?? null };
    record(state.index, newReading(list, state, given), judgeCode(state.index, list, code, kind));
  };

  const readPerson = (person: Person, isForced = false) => {
    if (!state.index || !list) return;
    const given = { kind, registrationId: person.id, badgeVersion: null, ...(isForced && { isForced }) };
    const verdict = judgePerson(state.index, list, person, kind);
    record(state.index, newReading(list, state, given), isForced ? { ...verdict, result: "ok" } : verdict);
  };

  const undo = async ({ nonce, readingKind, listId, registrationId, first }: ShownResult) => {
    setShown(null);
    setLast(null);
    return registrationId !== null && (await undoReading(nonce, { kind: readingKind, listId, registrationId, first }));
  };

  /** Closes the result; what it offers to undo stays available as `last`. */
  const close = () => {
    if (shown) setLast(shown.mayUndo ? shown : null);
    setShown(null);
  };

  /** Records that a badge is printed; the caller opens it. */
  const notePrint = (registrationId: string) => {
    if (!list) return;
    const reading = newReading(list, state, { kind: "print", registrationId, badgeVersion: null });
    void gate.add(reading, () => undefined).catch(() => undefined);
  };

  const addWalkIn = async (walkIn: WalkIn): Promise<WalkInProblem> => {
    if (!list) return "failed";
    const { data, failure } = await sendWalkIn(mode, { nonce: crypto.randomUUID(), listId: list.id, ...walkIn });
    if (failure) return failure === "offline" ? "offline" : "failed";
    if (data.outcome !== "ok") return data.outcome;
    void gate.note([data.answer]).catch(() => undefined);
    setShown(shownWalkIn(mode, data.answer));
    return null;
  };

  return { shown, last, close, readCode, readPerson, undo, notePrint, addWalkIn };
}
