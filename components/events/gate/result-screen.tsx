"use client";

import { fill } from "@/components/ui/fill";
import { ResultFrame } from "@/components/platform/readings/result-frame";
import { Button } from "@/components/ui/button";
import { toneOf, type Person, type First } from "@/lib/events/gate/rules";
import type { CheckinResult, ReadingKind } from "@/lib/events/gate/schema";
import { formatDeviceMoment, formatMoney } from "@/lib/platform/format";
import { useGateTexts } from "./gate-texts";
import { HalfPrice } from "./half-price";

export type GateScreen = {
  nonce: string;
  readingKind: ReadingKind;
  listId: string;
  result: CheckinResult;
  name: string | null;
  kind: string | null;
  cars: string;
  /** People who enter or leave by the reading; null when the device does not have the number. */
  people: number | null;
  places: number | null;
  /** People of the registration inside after the reading. */
  inside: number;
  companions: readonly string[];
  /** Cents that are still to be paid. */
  due: number;
  /** Category of a half price, and whether somebody saw its proof before. */
  half: string | null;
  isHalfSeen: boolean;
  registrationId: string | null;
  first: First | null;
  /** False when the code is valid and the list on the device does not contain the registration. */
  isListed: boolean;
  /** The person that an operator of the team may admit all the same. */
  mayForce: Person | null;
  mayUndo: boolean;
  /** An operator may print the badge, which needs a connection. */
  mayPrint: boolean;
  /** Decided by the device alone. */
  isOffline: boolean;
};

type ResultScreenProps = {
  locale: string;
  screen: GateScreen;
  onClose: () => void;
  onForce: (person: Person) => void;
  onUndo: (screen: GateScreen) => void;
  onPrint: (registrationId: string) => void;
  /** Notes that the proof of a half price was seen; false when it was not noted. */
  onHalfPrice: (registrationId: string, isSeen: boolean) => Promise<boolean>;
};

/** Result of a reading over the whole screen; an entry closes by itself, unless a half price is to be checked. */
export function ResultScreen({ locale, screen, onClose, onHalfPrice, ...actions }: ResultScreenProps) {
  const texts = useGateTexts();
  return (
    <ResultFrame
      tone={toneOf(screen.result)}
      result={screen.result}
      id={screen.nonce}
      title={
        screen.readingKind === "exit" && screen.result === "ok" ? texts.exit.recorded : texts.result[screen.result]
      }
      close={texts.next}
      onClose={onClose}
      staysOpen={screen.half !== null && !screen.isHalfSeen}
      actions={<Actions screen={screen} {...actions} />}
    >
      {screen.name && <p className="text-3xl font-semibold wrap-anywhere">{screen.name}</p>}
      <p className="text-xl">
        {[screen.kind && texts.kind[screen.kind as keyof typeof texts.kind], screen.cars].filter(Boolean).join(" · ")}
      </p>
      <PeopleLines locale={locale} screen={screen} />
      {screen.half && screen.registrationId && (
        <HalfPrice
          key={screen.nonce}
          category={screen.half}
          isSeen={screen.isHalfSeen}
          mark={(isSeen) => onHalfPrice(screen.registrationId!, isSeen)}
        />
      )}
      {screen.first && <FirstEntry locale={locale} screen={screen} first={screen.first} />}
      {!screen.isListed && screen.result === "ok" && <p className="text-xl">{texts.notListed}</p>}
      {screen.isOffline && <p className="text-xl">{texts.decidedHere}</p>}
    </ResultFrame>
  );
}

type PeopleLinesProps = { locale: string; screen: GateScreen };

/** How many people the result is about, who they are, and what they still owe. */
function PeopleLines({ locale, screen }: PeopleLinesProps) {
  const texts = useGateTexts().party;
  const { people, places, inside, companions, due, result, readingKind } = screen;
  const isGroup = places !== null && places > 1;
  const moved = readingKind === "exit" ? texts.left : texts.entered;
  return (
    <>
      {isGroup && result === "ok" && (
        <p className="text-3xl font-semibold">{fill(moved, { people: people ?? places, places })}</p>
      )}
      {isGroup && result !== "ok" && inside === 0 && (
        <p className="text-2xl">{fill(texts.people, { count: places })}</p>
      )}
      {isGroup && inside > 0 && <p className="text-2xl">{fill(texts.inside, { inside, places })}</p>}
      {companions.length > 0 && <p className="text-xl wrap-anywhere">{companions.join(", ")}</p>}
      {due > 0 && <p className="text-2xl font-semibold">{fill(texts.due, { amount: formatMoney(due, locale) })}</p>}
    </>
  );
}

type ActionsProps = Pick<ResultScreenProps, "screen" | "onForce" | "onUndo" | "onPrint">;

/** What the operator may do with the person of a result. */
function Actions({ screen, onForce, onUndo, onPrint }: ActionsProps) {
  const texts = useGateTexts();
  const { mayForce, mayUndo, mayPrint, registrationId } = screen;
  const look = { variant: "outline", className: "h-14 text-xl" } as const;
  return (
    <>
      {mayForce && (
        <Button {...look} onClick={() => onForce(mayForce)}>
          {texts.force}
        </Button>
      )}
      {mayUndo && (
        <Button {...look} onClick={() => onUndo(screen)}>
          {texts.undo}
        </Button>
      )}
      {mayPrint && registrationId && (
        <Button {...look} onClick={() => onPrint(registrationId)}>
          {texts.print}
        </Button>
      )}
    </>
  );
}

type FirstEntryProps = Pick<ResultScreenProps, "locale" | "screen"> & { first: First };

/** Time, list and reader of the entry that a duplicate or re-entry repeats. */
function FirstEntry({ locale, screen, first }: FirstEntryProps) {
  const texts = useGateTexts();
  const isPart = screen.result === "ok" && (screen.places ?? 1) > 1;
  const text = screen.result !== "ok" ? texts.firstEntry : isPart ? texts.party.first : texts.reentry;
  return (
    <p className="text-2xl">
      {fill(text, { time: formatDeviceMoment(first.at, locale), list: first.list, by: first.by || texts.thisDevice })}
    </p>
  );
}
