"use client";

import { useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import { unlock } from "./desk-api";
import { useDeskTexts, type DeskMessages } from "./desk-texts";
import { PinInput } from "./pin-input";
import { outcomeKey } from "@/lib/platform/outcome";

type PinFormProps = { token: string; onUnlocked: () => Promise<void> | void };

/** The message after an attempt; null when the device was unlocked. */
async function problemOf(texts: DeskMessages["pin"], token: string, pin: string): Promise<string | null> {
  const { data, failure } = await unlock(token, pin);
  if (failure) return failure === "offline" ? texts.offline : failure === "refused" ? texts.gone : texts.failed;
  const key = outcomeKey(data);
  if (key === "saved") return null;
  return key === "wrong" && data.outcome === "refused" ? fill(texts.wrong, { left: data.left ?? 0 }) : texts[key];
}

/** Unlocks an enrolled device with the PIN of its place. */
export function PinForm({ token, onUnlocked }: PinFormProps) {
  const texts = useDeskTexts().pin;
  const isReady = useHydrated();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (form: HTMLFormElement) => {
    setPending(true);
    const typed = new FormData(form).get("pin");
    form.reset();
    const answer = await problemOf(texts, token, typeof typed === "string" ? typed : "");
    setProblem(answer);
    setPending(false);
    if (answer === null) await onUnlocked();
  };
  return (
    <form
      method="post"
      className="grid max-w-md gap-3 rounded-xl border-2 border-faixa p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <h2 className="text-2xl">{texts.title}</h2>
      <p>{texts.lead}</p>
      <PinInput label={texts.label} autoComplete="off" />
      <Button type="submit" disabled={isPending || !isReady} className="w-fit">
        {texts.unlock}
      </Button>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
