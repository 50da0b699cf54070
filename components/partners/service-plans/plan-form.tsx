"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useTransition, type SubmitEvent } from "react";
import { ChoiceCards, type ChoiceCard } from "@/components/form/choice-cards";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { orderPlanAction } from "@/lib/partners/service-plans/actions";

type PlanFormProps = {
  service: string;
  plans: readonly ChoiceCard[];
  chosen: string | null;
  /** Address of the payment page; the id of the order is appended. */
  payment: string;
  label: string;
  texts: Messages["partners/service-plans"]["own"];
};

/** Orders one of the plans on offer and opens its payment page. */
export function PlanForm({ service, plans, chosen, payment, label, texts }: PlanFormProps) {
  const router = useRouter();
  const hydrated = useHydrated();
  // A repeated attempt to order the same plan has the same id.
  const requests = useRef<Record<string, string>>({});
  const [isPending, start] = useTransition();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const plan = new FormData(event.currentTarget).get("plan");
    if (typeof plan !== "string") return;
    const request_id = (requests.current[plan] ??= crypto.randomUUID());
    start(async () => {
      try {
        const answer = await orderPlanAction({ service, plan, request_id });
        if (!answer.data) return notifyFailure(answer);
        delete requests.current[plan];
        router.push(payment + answer.data.id);
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  };
  return (
    <form method="post" onSubmit={submit} aria-busy={isPending} className="grid gap-4">
      <ChoiceCards name="plan" legend={texts.choose} options={plans} chosen={chosen} />
      <p className="text-sm text-muted">{texts.hint}</p>
      <Button type="submit" className="w-full sm:w-fit" disabled={!hydrated || isPending}>
        {isPending ? texts.ordering : label}
      </Button>
    </form>
  );
}
