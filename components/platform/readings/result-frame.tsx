"use client";

import { Check, CircleAlert, X } from "lucide";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Icon } from "@/components/ui/icon";
import type { Tone } from "@/lib/platform/readings/rules";
import { giveSignal } from "./signals";

const CLOSE_MS = 2500;
const LOOK: Record<Tone, { color: string; icon: typeof Check }> = {
  go: { color: "bg-rota text-rota-ink", icon: Check },
  warn: { color: "bg-faixa text-faixa-ink", icon: CircleAlert },
  stop: { color: "bg-danger text-danger-ink", icon: X },
};

type ResultFrameProps = {
  tone: Tone;
  /** Name of the result in the page, for tests. */
  result: string;
  /** A new id is a new result. */
  id: string;
  title: string;
  children: ReactNode;
  /** Label of the button that closes it. */
  close: string;
  onClose: () => void;
  actions?: ReactNode;
  /** An accepted result stays open, because it asks for a confirmation. */
  staysOpen?: boolean;
};

/** Result of a reading over the whole screen: colour, word, sound and vibration. An accepted one closes by itself. */
export function ResultFrame({ tone, result, id, title, children, actions, staysOpen, ...closing }: ResultFrameProps) {
  const { color, icon } = LOOK[tone];
  const close = useRef(closing.onClose);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    close.current = closing.onClose;
  }, [closing.onClose]);

  useEffect(() => {
    giveSignal(tone);
    button.current?.focus();
    if (tone !== "go" || staysOpen) return;
    const timer = setTimeout(() => close.current(), CLOSE_MS);
    return () => clearTimeout(timer);
  }, [tone, id, staysOpen]);

  return (
    <div
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="reading-result"
      className={cn(
        "fixed inset-0 z-50 flex flex-col gap-4 overflow-y-auto p-4 [@media(max-height:30rem)]:gap-2",
        color,
      )}
    >
      <div
        className="m-auto grid w-full max-w-3xl gap-4 text-center [@media(max-height:30rem)]:gap-2"
        data-result={result}
      >
        <Icon of={icon} className="mx-auto size-24 [@media(max-height:30rem)]:size-12" />
        <h2 id="reading-result" className="text-5xl uppercase sm:text-7xl [@media(max-height:30rem)]:text-5xl">
          {title}
        </h2>
        {children}
      </div>
      <div className="mx-auto grid w-full max-w-3xl gap-2 sm:grid-cols-2">
        <Button ref={button} variant="outline" className="h-14 text-2xl" onClick={closing.onClose}>
          {closing.close}
        </Button>
        {actions}
      </div>
    </div>
  );
}
