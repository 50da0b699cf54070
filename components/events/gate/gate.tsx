"use client";

import { useEffect, useMemo, useState } from "react";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { badgePath, PRINT_HASH } from "@/lib/events/registrations/rules";
import { fill } from "@/components/ui/fill";
import { CodeCamera } from "@/components/platform/readings/code-camera";
import { loadDetector } from "@/components/platform/readings/detector";
import { ReadingStatus } from "@/components/platform/readings/reading-status";
import { useAwake } from "@/components/platform/readings/use-awake";
import { useReader } from "@/components/platform/readings/use-reader";
import { Button } from "@/components/ui/button";
import { NoList } from "@/components/platform/readings/no-list";
import type { GateMode } from "./gate-api";
import { GateHead } from "./gate-head";
import { useGateTexts } from "./gate-texts";
import { PartyScreen } from "./party-screen";
import { PersonSearch } from "./person-search";
import { ResultScreen, type GateScreen } from "./result-screen";
import { useCheckin } from "./use-checkin";
import { gateReader, useGate } from "./use-gate";
import { WalkInForm } from "./walk-in-form";

type GateProps = {
  locale: string;
  /** Sign-in page that returns to the gate, for operators. */
  login: string | null;
} & ({ eventId: string; token?: undefined } | { token: string; eventId?: undefined });

/** The gate of one event: camera, reader, search and walk-in, with or without a connection. */
export function Gate({ locale, login, eventId, token }: GateProps) {
  const texts = useGateTexts();
  const mode = useMemo<GateMode>(
    () => (token === undefined ? { kind: "operator", eventId } : { kind: "device", token }),
    [token, eventId],
  );
  const reader = useMemo(() => gateReader(mode), [mode]);
  const gate = useGate(mode, reader);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isExit, setExit] = useState(false);
  const { state } = gate;
  const data = state.index?.data ?? null;
  const list = data?.lists.find(({ id }) => id === chosen) ?? data?.lists[0] ?? null;
  const kind = isExit && list?.allowReentry ? "exit" : "entry";
  const checkin = useCheckin(mode, gate, list, kind);
  useReader(/^lce1/i, (text) => void checkin.readCode(text));
  useAwake();
  // Loaded before the camera is used, so that it also opens later without a connection.
  useEffect(() => void loadDetector().catch(() => undefined), []);

  const [undone, setUndone] = useState<"undone" | "notUndone" | null>(null);
  const undo = async (screen: GateScreen) => setUndone((await checkin.undo(screen)) ? "undone" : "notUndone");
  const print = (registrationId: string) => {
    checkin.notePrint(registrationId);
    window.open(`${localePath(locale as Locale, badgePath(registrationId))}${PRINT_HASH}`, "_blank", "noopener");
  };

  return (
    <div className="grid gap-4">
      <ReadingStatus
        texts={texts.status}
        locale={locale}
        state={state}
        login={login}
        onRefresh={() => void gate.sync().catch(() => undefined)}
      />
      {undone && <p role="status">{texts[undone]}</p>}
      {checkin.last && <UndoLast last={checkin.last} onUndo={undo} />}
      {!state.index && <NoList state={state} texts={texts} />}
      {data && list && state.index && (
        <>
          <GateHead locale={locale} index={state.index} list={list} kind={kind} onList={setChosen} onExit={setExit} />
          <div className="grid items-start gap-4 md:grid-cols-2">
            <CodeCamera
              texts={texts.camera}
              isPaused={checkin.shown !== null || checkin.party.asked !== null}
              onCode={(text) => void checkin.readCode(text)}
            />
            <div className="grid gap-4">
              <PersonSearch
                index={state.index}
                listId={list.id}
                onChoose={(person) => checkin.readPerson(person)}
                onPrint={token === undefined ? print : null}
              />
              <details className="rounded-xl border border-line bg-surface p-3">
                <summary className="min-h-11 cursor-pointer content-center font-semibold">{texts.walkIn.title}</summary>
                <WalkInForm locale={locale} types={data.types} onAdd={checkin.addWalkIn} onPix={checkin.readPix} />
              </details>
            </div>
          </div>
        </>
      )}
      {checkin.party.asked && (
        <PartyScreen
          kind={texts.kind[checkin.party.asked.person.kind as keyof typeof texts.kind]}
          asked={checkin.party.asked}
          onAdmit={checkin.party.admit}
          onCancel={checkin.party.dismiss}
        />
      )}
      {checkin.shown && (
        <ResultScreen
          locale={locale}
          screen={checkin.shown}
          onClose={() => {
            checkin.close();
            setUndone(null);
          }}
          onForce={(person) => {
            checkin.close();
            checkin.readPerson(person, true);
          }}
          onPrint={print}
          onHalfPrice={checkin.markHalfPrice}
          onUndo={(screen) => void undo(screen)}
        />
      )}
    </div>
  );
}

type UndoLastProps = {
  last: GateScreen;
  onUndo: (last: GateScreen) => Promise<void>;
};

/** Undoes the last entry after its result closed by itself. */
function UndoLast({ last, onUndo }: UndoLastProps) {
  const texts = useGateTexts();
  const what = last.readingKind === "exit" ? texts.undoExit : texts.undoEntry;
  return (
    <Button variant="outline" className="h-auto min-h-11 w-fit max-w-full py-2" onClick={() => void onUndo(last)}>
      {fill(what, { name: last.name ?? "" })}
    </Button>
  );
}
