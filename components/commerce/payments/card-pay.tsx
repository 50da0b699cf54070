"use client";

import { CreditCard } from "lucide";
import type { Messages } from "next-intl";
import { useEffect, useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { CheckoutBody } from "@/lib/commerce/payments/schema";
import { loadCardScript, type LoaderProblem } from "./load-stripe";

type Texts = Messages["commerce/payments"]["card"];
type CardPayProps = { texts: Texts; publishableKey: string; checkout: CheckoutBody; label: string };

const PROBLEMS: Partial<Record<string, keyof Texts["problem"]>> = {
  "nothing.toPay": "paid",
  "period.over": "paid",
  "in.progress": "inProgress",
  "shares.taken": "taken",
  "card.off": "off",
  "rate.limited": "limited",
};

async function openCheckout(checkout: CheckoutBody): Promise<{ url: string } | { problem: keyof Texts["problem"] }> {
  const answer = await fetch("/api/create-checkout-session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(checkout),
  }).catch(() => null);
  const response = (await answer?.json().catch(() => null)) as {
    data: { url: string } | null;
    error: { code: string } | null;
  } | null;
  if (response?.data?.url) return response.data;
  return { problem: (answer && PROBLEMS[response?.error?.code ?? ""]) || (answer ? "unavailable" : "offline") };
}

/** Opens the provider's checkout page; a failure to load its script does not prevent this. */
export function CardPay({ texts, publishableKey, checkout, label }: CardPayProps) {
  const [loader, setLoader] = useState<LoaderProblem | null>(null);
  const [problem, setProblem] = useState<keyof Texts["problem"] | null>(null);
  const [isOpening, setOpening] = useState(false);
  const hydrated = useHydrated();

  useEffect(() => {
    let here = true;
    // A portal without cards of its own has no key, and an organiser is paid on the provider's page without the script.
    if (!publishableKey) return undefined;
    void loadCardScript(publishableKey).then((found) => here && setLoader(found));
    return () => {
      here = false;
    };
  }, [publishableKey]);

  const open = async () => {
    setOpening(true);
    setProblem(null);
    const opened = await openCheckout(checkout);
    if ("url" in opened) return window.location.assign(opened.url);
    setProblem(opened.problem);
    setOpening(false);
  };
  return (
    <div className="grid gap-3">
      <Button className="w-full sm:w-fit" disabled={!hydrated || isOpening} onClick={() => void open()}>
        <Icon of={CreditCard} /> {isOpening ? texts.opening : label}
      </Button>
      {loader && (
        <p role="status" className="rounded-lg border-2 border-faixa p-3 text-sm">
          {texts.loader[loader]}
        </p>
      )}
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {texts.problem[problem]}
        </p>
      )}
    </div>
  );
}
