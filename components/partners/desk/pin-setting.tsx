"use client";

import { ask } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { newPin } from "@/lib/partners/desk/schema";
import type { DeskMessages } from "./desk-texts";
import { PinInput } from "./pin-input";

type PinSettingProps = { texts: DeskMessages["setPin"]; serviceId: string; hasPin: boolean };
type Outcome = "saved" | "easy" | "failed";

async function savePin(serviceId: string, typed: FormDataEntryValue | null): Promise<Outcome> {
  const pin = newPin.safeParse(typed);
  if (!pin.success) return "easy";
  const body = JSON.stringify({ serviceId, pin: pin.data });
  const answer = await fetch("/api/voucher-desk/pin", { method: "POST", body }).catch(() => null);
  return answer?.ok ? "saved" : "failed";
}

/** The owner sets the PIN of the place. */
export function PinSetting({ texts, serviceId, hasPin }: PinSettingProps) {
  const router = useRouter();
  const isReady = useHydrated();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const save = async (form: HTMLFormElement) => {
    if (hasPin && !(await ask(texts.confirm))) return;
    const saved = await savePin(serviceId, new FormData(form).get("pin"));
    setOutcome(saved);
    if (saved !== "saved") return;
    form.reset();
    router.refresh();
  };
  return (
    <form
      method="post"
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <PinInput label={texts.label} autoComplete="new-password" />
      <Button type="submit" disabled={!isReady}>
        {texts.save}
      </Button>
      {outcome && (
        <p role={outcome === "saved" ? "status" : "alert"} className={outcome === "saved" ? "" : "text-danger"}>
          {texts[outcome]}
        </p>
      )}
    </form>
  );
}
