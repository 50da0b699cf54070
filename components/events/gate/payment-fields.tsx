"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyCode } from "@/components/ui/copy-code";
import { fill } from "@/components/ui/fill";
import { controlClass } from "@/components/ui/input";
import type { GatePix } from "@/lib/events/gate/schema";
import { formatMoney } from "@/lib/platform/format";
import { GATE_PAYMENT_METHODS } from "@/lib/platform/supabase/database-constants/events";
import { useGateTexts } from "./gate-texts";

type PixReader = (form: HTMLFormElement) => Promise<GatePix | "off" | "failed">;
type PaymentFieldsProps = { locale: string; cents: number; onPix: PixReader };

/** What the people pay and how; for Pix, the code that they scan. */
export function PaymentFields({ locale, cents, onPix }: PaymentFieldsProps) {
  const texts = useGateTexts().walkIn;
  const [paidBy, setPaidBy] = useState<string | null>(null);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{fill(texts.total, { amount: formatMoney(cents, locale) })}</legend>
      <div className="flex flex-wrap gap-2">
        {GATE_PAYMENT_METHODS.map((method) => (
          <label key={method} className={`${controlClass} flex w-fit items-center gap-2`}>
            <input
              type="radio"
              name="paidBy"
              value={method}
              required
              onChange={() => setPaidBy(method)}
              className="size-5 accent-primary"
            />
            {texts.paidBy[method]}
          </label>
        ))}
      </div>
      {paidBy === "pix" ? (
        <PixCharge key={cents} locale={locale} onPix={onPix} />
      ) : (
        <p className="text-muted">{texts.price}</p>
      )}
    </fieldset>
  );
}

type PixChargeProps = Omit<PaymentFieldsProps, "cents">;

/** The Pix payment of the sale: QR code, recipient and the code to copy. */
function PixCharge({ locale, onPix }: PixChargeProps) {
  const texts = useGateTexts().walkIn.pix;
  const [pix, setPix] = useState<GatePix | "off" | "failed" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const read = async (form: HTMLFormElement | null) => {
    if (!form) return;
    setBusy(true);
    setPix(await onPix(form));
    setBusy(false);
  };
  if (pix === "off")
    return (
      <p role="status" className="text-muted">
        {texts.off}
      </p>
    );
  if (pix === null || pix === "failed")
    return (
      <>
        {pix === "failed" && (
          <p role="alert" className="text-danger">
            {texts.failed}
          </p>
        )}
        <Button
          variant="outline"
          className="w-fit"
          disabled={isBusy}
          onClick={(event) => void read(event.currentTarget.form)}
        >
          {isBusy ? texts.loading : texts.show}
        </Button>
      </>
    );
  const amount = formatMoney(pix.cents, locale);
  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold wrap-anywhere">
        {fill(texts.to, { amount, name: pix.beneficiary })}
      </p>
      {/* White behind the code in both themes; large, because the phone of the payer is at arm's length. */}
      <img
        src={pix.qr}
        alt={fill(texts.qr, { amount })}
        width={288}
        height={288}
        className="aspect-square h-auto w-full max-w-72 rounded-xl bg-white p-2"
      />
      <CopyCode code={pix.payload} label={texts.code} copy={texts.copy} copied={texts.copied} />
      <p>{texts.check}</p>
    </div>
  );
}
