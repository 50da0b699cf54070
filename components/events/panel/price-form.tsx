"use client";

import type { Messages } from "next-intl";
import { useRef, useState, type ReactNode } from "react";
import { CommandForm } from "@/components/ui/command-form";
import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import type { PriceChange } from "@/lib/events/panel/schema";
import { formatMoney } from "@/lib/platform/format";

type Choice = "charge" | "keep";
type Answer = { serverError?: string; validationErrors?: unknown; data?: { price?: PriceChange | null } };

type PriceFormProps = {
  texts: Messages["events/panel"]["price"];
  locale: string;
  action: (input: never) => Promise<Answer | undefined>;
  hidden: Record<string, string>;
  label: string;
  variant?: "primary" | "outline";
  children: ReactNode;
};

/** A form whose change may alter the price: it shows the old and the new one and asks before anything is saved. */
export function PriceForm({ texts, locale, action, ...form }: PriceFormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef<(choice: Choice | null) => void>(() => undefined);
  const [change, setChange] = useState<PriceChange | null>(null);
  const ask = (price: PriceChange) =>
    new Promise<Choice | null>((resolve) => {
      answer.current = resolve;
      setChange(price);
      dialog.current?.showModal();
    });
  const choose = (choice: Choice | null) => {
    answer.current(choice);
    dialog.current?.close();
  };
  const save = action as (input: unknown) => Promise<Answer | undefined>;
  const run = async (input: Record<string, string>) => {
    const first = await save(input);
    const price = first?.data?.price;
    if (!price) return first;
    const choice = await ask(price);
    return choice ? save({ ...input, price: choice }) : { isCancelled: true as const };
  };
  const money = (cents: number) => formatMoney(cents, locale);
  return (
    <>
      <CommandForm action={run as (input: never) => ReturnType<typeof run>} {...form} />
      <dialog
        ref={dialog}
        aria-labelledby="price-question"
        onClose={() => answer.current(null)}
        className="m-auto w-[min(34rem,94vw)] rounded-2xl border-2 border-line bg-surface p-6 text-text"
      >
        <h2 id="price-question" className="text-3xl">
          {texts.title}
        </h2>
        {change && (
          <>
            <dl className="mt-4 grid grid-cols-2 gap-2 text-xl">
              <dt className="text-muted">{texts.from}</dt>
              <dd className="font-semibold">{money(change.from)}</dd>
              <dt className="text-muted">{texts.to}</dt>
              <dd className="font-semibold">{money(change.to)}</dd>
            </dl>
            <p className="mt-3">
              {change.is_settled
                ? fill(texts.settled, { amount: money(change.to - change.from) })
                : fill(texts.unpaid, { amount: money(change.to) })}
            </p>
          </>
        )}
        <div className="mt-5 grid gap-2">
          <Button onClick={() => choose("charge")}>{texts.charge}</Button>
          <Button variant="outline" onClick={() => choose("keep")}>
            {texts.keep}
          </Button>
          <Button variant="outline" onClick={() => choose(null)}>
            {texts.cancel}
          </Button>
        </div>
      </dialog>
    </>
  );
}
