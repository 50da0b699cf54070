"use client";

import type { Messages } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { localePath } from "@/lib/platform/i18n/routing";
import { readOpenPaymentsAction } from "@/lib/commerce/payments/actions";
import { type PageState, PAYABLE_STATES, CHANGING_STATES } from "@/lib/commerce/payments/rules";
import { rememberedTokens } from "./device-links";

type Texts = Messages["commerce/payments"]["open"] & { state: Messages["commerce/payments"]["state"] };
type PaymentRow = { token: string; company: string; plan: string; cents: number; state: PageState };

/** The open payments of the links opened on this device. */
export function OpenPayments({ texts, locale }: { texts: Texts; locale: Locale }) {
  const [found, setFound] = useState<readonly PaymentRow[] | "failed" | null>(null);
  useEffect(() => {
    const tokens = rememberedTokens();
    const read = tokens.length > 0 ? readOpenPaymentsAction({ tokens }) : Promise.resolve({ data: [] });
    read.then(({ data }) => setFound(data ?? "failed")).catch(() => setFound("failed"));
  }, []);
  if (found === null)
    return (
      <p role="status" className="text-muted">
        {texts.loading}
      </p>
    );
  if (found === "failed")
    return (
      <p role="alert" className="rounded-lg border-2 border-danger p-3">
        {texts.failed}
      </p>
    );
  const waiting = found.filter(({ state }) => CHANGING_STATES.includes(state));
  const done = found.filter(({ state }) => !CHANGING_STATES.includes(state));
  return (
    <div className="grid gap-4">
      {waiting.length === 0 && (
        <Card>
          <p className="text-xl">{texts.none}</p>
          <p className="mt-1 text-muted">{texts.noneHint}</p>
        </Card>
      )}
      <ul className="grid gap-4">
        {[...waiting, ...done].map(({ token, company, plan, cents, state }) => (
          <li key={token}>
            <Card className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <div className="mr-auto min-w-48">
                <p className="text-sm text-muted">{texts.state[state].title}</p>
                <p className="font-display text-2xl wrap-anywhere">{company}</p>
                <p className="text-muted">{plan}</p>
              </div>
              <p className="font-display text-3xl tabular">{formatMoney(cents, locale)}</p>
              <Button asChild variant={PAYABLE_STATES.includes(state) ? "primary" : "outline"}>
                <a href={localePath(locale, `/pagamento/${token}`)}>
                  {PAYABLE_STATES.includes(state) ? texts.pay : texts.see}
                </a>
              </Button>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}
