"use client";

import type { Messages } from "next-intl";
import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { controlClass, Input } from "@/components/ui/input";
import type { GateData } from "@/lib/gate/schema";
import { formatMoney } from "@/lib/platform/format";
import { fill } from "@/components/offline/pack-labels";

export type WalkIn = { typeId: string; name: string; email: string };
/** Why a person was not registered; null after success. */
export type WalkInProblem = "offline" | "full" | "wrong_list" | "failed" | null;

type WalkInFormProps = {
  texts: Messages["gate"]["walkIn"];
  locale: string;
  types: GateData["types"];
  onAdd: (walkIn: WalkIn) => Promise<WalkInProblem>;
};

const textValue = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");

/** Registers a person who arrives without a registration. Needs a connection, because the server decides about the places. */
export function WalkInForm({ texts, locale, types, onAdd }: WalkInFormProps) {
  const [problem, setProblem] = useState<WalkInProblem>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const textOf = (name: string) => textValue(data.get(name)).trim();
    setBusy(true);
    const found = await onAdd({ typeId: textOf("typeId"), name: textOf("name"), email: textOf("email") });
    setBusy(false);
    setProblem(found);
    if (found === null) form.reset();
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} aria-busy={isBusy} className="grid gap-3">
      <label className="grid gap-1 font-semibold">
        {texts.name}
        <Input name="name" required maxLength={120} autoComplete="off" className="font-sans font-normal" />
      </label>
      <label className="grid gap-1 font-semibold">
        {texts.type}
        <select name="typeId" required className={`${controlClass} font-sans font-normal`}>
          {types.map((type) => (
            <option key={type.id} value={type.id} disabled={type.left !== null && type.left < 1}>
              {type.name} · {type.priceCents > 0 ? formatMoney(type.priceCents, locale) : texts.free}
              {type.left !== null && ` · ${fill(texts.left, { count: type.left })}`}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 font-semibold">
        {texts.email}
        <Input name="email" type="email" maxLength={254} autoComplete="off" className="font-sans font-normal" />
      </label>
      <p className="text-muted">{texts.price}</p>
      {problem && (
        <p role="alert" className="text-danger">
          {texts.problem[problem]}
        </p>
      )}
      <Button type="submit" disabled={isBusy} className="w-fit">
        {texts.add}
      </Button>
    </form>
  );
}
