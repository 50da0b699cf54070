"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useEffect, useRef, useState, useTransition } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { whenConfirmed } from "@/components/ui/ask";
import { Button } from "@/components/ui/button";
import { fill } from "@/components/ui/fill";
import { chooseStripeAction } from "@/lib/events/recipients/actions";
import { outcomeKey } from "@/lib/platform/outcome";
import {
  RECIPIENT_CHANGES_PER_DAY,
  STRIPE_ACCOUNTS_PER_EVENT,
} from "@/lib/platform/supabase/database-constants/events";

type Texts = Messages["events/recipients"]["stripe"];
type Props = {
  event: string;
  step: keyof Texts["step"];
  /** The account is the recipient of the event already, or waits for the team. */
  isAsked: boolean;
  /** Stripe has just returned to the page: its state is read once. */
  isBack: boolean;
  texts: Texts;
  answers: Messages["events/recipients"]["form"];
};

const ADDRESS = "/api/event-stripe-accounts";

async function post(path: string, body: object): Promise<{ url?: string; code?: string }> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as { url?: string; code?: string } | null;
  return response?.ok ? (answer ?? {}) : { code: answer?.code ?? "service.unavailable" };
}

/** Opens Stripe's form, reads the state of the account, and asks for it as the recipient of the event. */
export function StripeAccount({ event, step, isAsked, isBack, texts, answers }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [problem, setProblem] = useState("");
  const [isPending, start] = useTransition();
  const wasRead = useRef(false);
  const {
    execute,
    result,
    isPending: isAsking,
  } = useAction(chooseStripeAction, {
    onSuccess: () => router.refresh(),
    onError: ({ error, input }) => notifyFailure(error, () => execute(input)),
  });
  const connect = (isNew: boolean) =>
    start(async () => {
      setProblem("");
      const { url, code = "" } = await post(ADDRESS, { event, is_new: isNew });
      if (url) return window.location.assign(url);
      if (code === "stripe.limit") return setProblem(fill(texts.limit, { most: STRIPE_ACCOUNTS_PER_EVENT }));
      notifyFailure({ serverError: code }, () => connect(isNew));
    });
  const read = () =>
    start(async () => {
      const { code } = await post(`${ADDRESS}/state`, { event });
      if (code) notifyFailure({ serverError: code });
      else router.refresh();
    });
  useEffect(() => {
    if (!isBack || wasRead.current) return;
    wasRead.current = true;
    read();
  });
  const isBusy = !hydrated || isPending || isAsking;
  const key = result.data && outcomeKey(result.data);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {step === "ready" && !isAsked && (
          <Button disabled={isBusy} onClick={() => whenConfirmed(texts.chooseConfirm, () => execute({ event }))}>
            {texts.choose}
          </Button>
        )}
        {step === "none" || step === "incomplete" ? (
          <Button disabled={isBusy} onClick={() => connect(false)}>
            {step === "none" ? texts.connect : texts.resume}
          </Button>
        ) : (
          <Button variant="outline" disabled={isBusy} onClick={() => connect(true)}>
            {texts.another}
          </Button>
        )}
        {step !== "none" && (
          <Button variant="outline" disabled={isBusy} onClick={read}>
            {texts.read}
          </Button>
        )}
      </div>
      <p role="status" className="font-semibold empty:hidden">
        {key && fill(answers[key], { most: RECIPIENT_CHANGES_PER_DAY })}
      </p>
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {problem}
        </p>
      )}
    </div>
  );
}
