"use client";

import { Check, CircleAlert, X } from "lucide";
import type { Messages } from "next-intl";
import { useEffect, useRef } from "react";
import { fill } from "@/components/offline/pack-labels";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Icon } from "@/components/ui/icon";
import { toneOf, type Person, type First, type Tone } from "@/lib/gate/rules";
import type { CheckinResult, ReadingKind } from "@/lib/gate/schema";
import { formatDeviceMoment } from "@/lib/platform/format";
import { giveSignal } from "./signals";

export type ShownResult = {
  nonce: string;
  readingKind: ReadingKind;
  listId: string;
  result: CheckinResult;
  name: string | null;
  kind: string | null;
  cars: string;
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
  texts: Messages["gate"];
  locale: string;
  shown: ShownResult;
  onClose: () => void;
  onForce: (person: Person) => void;
  onUndo: (shown: ShownResult) => void;
  onPrint: (registrationId: string) => void;
};

const CLOSE_MS = 2500;
const LOOK: Record<Tone, { color: string; icon: typeof Check }> = {
  go: { color: "bg-rota text-rota-ink", icon: Check },
  warn: { color: "bg-faixa text-faixa-ink", icon: CircleAlert },
  stop: { color: "bg-danger text-danger-ink", icon: X },
};

/** Result of a reading over the whole screen: colour, word, sound and vibration. An entry closes by itself. */
export function ResultScreen({ texts, locale, shown, onClose, ...actions }: ResultScreenProps) {
  const tone = toneOf(shown.result);
  const { color, icon } = LOOK[tone];
  const close = useRef(onClose);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useEffect(() => {
    giveSignal(tone);
    button.current?.focus();
    if (tone !== "go") return;
    const timer = setTimeout(() => close.current(), CLOSE_MS);
    return () => clearTimeout(timer);
  }, [tone, shown.nonce]);

  return (
    <div
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="gate-result"
      className={cn(
        "fixed inset-0 z-50 flex flex-col gap-4 overflow-y-auto p-4 [@media(max-height:30rem)]:gap-2",
        color,
      )}
    >
      <div
        className="m-auto grid w-full max-w-3xl gap-4 text-center [@media(max-height:30rem)]:gap-2"
        data-result={shown.result}
      >
        <Icon of={icon} className="mx-auto size-24 [@media(max-height:30rem)]:size-12" />
        <h2 id="gate-result" className="text-5xl uppercase sm:text-7xl [@media(max-height:30rem)]:text-5xl">
          {shown.readingKind === "exit" && shown.result === "ok" ? texts.exit.recorded : texts.result[shown.result]}
        </h2>
        {shown.name && <p className="text-3xl font-semibold wrap-anywhere">{shown.name}</p>}
        <p className="text-xl">
          {[shown.kind && texts.kind[shown.kind as keyof typeof texts.kind], shown.cars].filter(Boolean).join(" · ")}
        </p>
        {shown.first && <FirstEntry texts={texts} locale={locale} shown={shown} first={shown.first} />}
        {!shown.isListed && shown.result === "ok" && <p className="text-xl">{texts.notListed}</p>}
        {shown.isOffline && <p className="text-xl">{texts.decidedHere}</p>}
      </div>
      <div className="mx-auto grid w-full max-w-3xl gap-2 sm:grid-cols-2">
        <Button ref={button} variant="outline" className="h-14 text-2xl" onClick={onClose}>
          {texts.next}
        </Button>
        <Actions texts={texts} shown={shown} {...actions} />
      </div>
    </div>
  );
}

/** What the operator may do with the person of a result. */
function Actions({
  texts,
  shown,
  onForce,
  onUndo,
  onPrint,
}: Pick<ResultScreenProps, "texts" | "shown" | "onForce" | "onUndo" | "onPrint">) {
  const { mayForce, mayUndo, mayPrint, registrationId } = shown;
  const look = { variant: "outline", className: "h-14 text-xl" } as const;
  return (
    <>
      {mayForce && (
        <Button {...look} onClick={() => onForce(mayForce)}>
          {texts.force}
        </Button>
      )}
      {mayUndo && (
        <Button {...look} onClick={() => onUndo(shown)}>
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

type FirstEntryProps = Pick<ResultScreenProps, "texts" | "locale" | "shown"> & { first: First };

/** Time, list and reader of the entry that a duplicate or re-entry repeats. */
function FirstEntry({ texts, locale, shown, first }: FirstEntryProps) {
  const text = shown.result === "ok" ? texts.reentry : texts.firstEntry;
  return (
    <p className="text-2xl">
      {fill(text, { time: formatDeviceMoment(first.at, locale), list: first.list, by: first.by || texts.thisDevice })}
    </p>
  );
}
