import { useCallback, useState } from "react";
import { useRecorder } from "@/components/platform/readings/use-recorder";
import { verifyEventCode } from "@/lib/events/codes/rules";
import {
  judgeCode,
  judgePerson,
  noteReading,
  peopleInside,
  peopleLeft,
  type GateIndex,
  type Person,
  type Verdict,
} from "@/lib/events/gate/rules";
import type { Answer, GateData, Reading } from "@/lib/events/gate/schema";
import type { GateMode } from "./gate-api";
import type { AskedParty } from "./party-screen";
import type { GateScreen } from "./result-screen";
import { screenOfAnswer, screenOfVerdict } from "./gate-screen";
import type { GateState, useGate } from "./use-gate";
import { useWalkIn } from "./use-walk-in";

type List = GateData["lists"][number];
type Gate = ReturnType<typeof useGate>;
type ReadingInput = Pick<Reading, "kind" | "registrationId" | "badgeVersion" | "isForced">;

/** A reading of the list at the corrected time of the device. */
function newReading(list: List, state: GateState, input: ReadingInput & Pick<Reading, "people">) {
  return {
    nonce: crypto.randomUUID(),
    listId: list.id,
    scannedAt: new Date(Date.now() + state.clockOffset).toISOString(),
    isOffline: !navigator.onLine || state.failure !== null,
    ...input,
  } satisfies Reading;
}

/** Records a reading on the device too when it counts, and shows its result. */
function useGateRecorder(mode: GateMode, { add }: Gate) {
  const { shown, setShown, record: recordAs } = useRecorder<Reading, Answer, GateScreen>(add);
  const record = useCallback(
    (index: GateIndex, reading: Reading, verdict: Verdict) => {
      const { registrationId } = reading;
      if (verdict.result === "ok" && registrationId) noteReading(index, { ...reading, registrationId });
      const inside = registrationId ? peopleInside(index, reading.listId, registrationId) : 0;
      const local = screenOfVerdict(mode, reading, verdict, inside);
      recordAs(reading, local, (answer) => screenOfAnswer(mode, local, answer, verdict.person));
    },
    [mode, recordAs],
  );
  return { shown, setShown, record };
}

/** Asks how many people of a group enter or leave before a reading is recorded; a single person is recorded at once. */
function useParty(list: List | null, { state }: Gate, record: ReturnType<typeof useGateRecorder>["record"]) {
  const [asked, setAsked] = useState<(AskedParty & { input: ReadingInput }) | null>(null);
  const decide = (input: ReadingInput, verdict: Verdict) => {
    if (!state.index || !list) return;
    const { person } = verdict;
    const isAdmitted = verdict.result === "ok" || input.isForced === true;
    const most = person && isAdmitted ? peopleLeft(state.index, list, person, input.kind) : 1;
    if (person && most > 1) {
      const inside = peopleInside(state.index, list.id, person.id);
      setAsked({ input: input, person, most, inside, isExit: input.kind === "exit" });
      return;
    }
    const people = person && isAdmitted ? { people: most } : {};
    const outcome = input.isForced ? { ...verdict, result: "ok" as const } : verdict;
    record(state.index, newReading(list, state, { ...input, ...people }), outcome);
  };
  const admit = (people: number) => {
    setAsked(null);
    if (!asked || !state.index || !list) return;
    const { input, person } = asked;
    // Another device may have admitted some of them while the number was chosen.
    const verdict = judgePerson(state.index, list, person, input.kind, people);
    const outcome = input.isForced ? { ...verdict, result: "ok" as const } : verdict;
    record(state.index, newReading(list, state, { ...input, people }), outcome);
  };
  return { asked, decide, admit, dismiss: () => setAsked(null) };
}

/** Decides about codes and people on the device and records them as entries or exits. */
export function useCheckin(mode: GateMode, gate: Gate, list: List | null, kind: "entry" | "exit") {
  const { shown, setShown, record } = useGateRecorder(mode, gate);
  const { decide, ...party } = useParty(list, gate, record);
  const [last, setLast] = useState<GateScreen | null>(null);
  const { state, undo: undoReading } = gate;

  const readCode = async (text: string) => {
    if (!state.index || !list || party.asked) return;
    const code = await verifyEventCode(text, state.index.data.keys);
    const input = { kind, registrationId: code?.registrationId ?? null, badgeVersion: code?.badgeVersion ?? null };
    decide(input, judgeCode(state.index, list, code, kind));
  };

  const readPerson = (person: Person, isForced = false) => {
    if (!state.index || !list) return;
    const input = { kind, registrationId: person.id, badgeVersion: null, ...(isForced && { isForced }) };
    decide(input, judgePerson(state.index, list, person, kind));
  };

  const undo = async ({ nonce, readingKind, listId, registrationId, first, people }: GateScreen) => {
    setShown(null);
    setLast(null);
    const reading = { kind: readingKind, listId, first, ...(people && { people }) };
    return registrationId !== null && (await undoReading(nonce, { ...reading, registrationId }));
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

  const walkIn = useWalkIn(mode, gate, list, setShown);

  /** Notes on the device whether the proof of a half price was seen; false when the server refused the note. */
  const markHalfPrice = async (registrationId: string, isSeen: boolean) => {
    if (!state.index || !list) return false;
    const kind = isSeen ? "proof_seen" : "proof_unseen";
    const reading = newReading(list, state, { kind, registrationId, badgeVersion: null });
    let isNoted = true;
    await gate.add(reading, ({ result }) => void (isNoted = result === "ok"));
    if (isNoted) noteReading(state.index, { ...reading, registrationId });
    return isNoted;
  };

  return { shown, last, party, close, readCode, readPerson, undo, notePrint, ...walkIn, markHalfPrice };
}
