"use client";

import { fill } from "@/components/ui/fill";
import { ResultFrame } from "@/components/platform/readings/result-frame";
import { Button } from "@/components/ui/button";
import { formatDeviceMoment } from "@/lib/platform/format";
import { toneOf } from "@/lib/partners/desk/rules";
import type { Answer, DeskVoucher } from "@/lib/partners/desk/schema";
import { acceptanceText, benefitText } from "@/lib/partners/vouchers/rules";
import { useDeskTexts, type DeskMessages } from "./desk-texts";
import type { ShownVoucherResult } from "./use-redeem";

type DeskResultProps = {
  locale: string;
  shown: ShownVoucherResult;
  onRedeem: (shown: ShownVoucherResult) => void;
  onClose: () => void;
};

const titleOf = (texts: DeskMessages, { result, step }: ShownVoucherResult) =>
  result === "redeemed" && step === "done" ? texts.done : texts.result[result];

/** Result of a code over the whole screen. A valid voucher asks for the confirmation; one that was redeemed closes by itself. */
export function DeskResult({ locale, shown, onRedeem, onClose }: DeskResultProps) {
  const texts = useDeskTexts();
  const isAsking = shown.step === "check" && shown.result === "redeemed";
  return (
    <ResultFrame
      tone={toneOf(shown.result)}
      result={shown.step === "done" && shown.result === "redeemed" ? "done" : shown.result}
      id={`${shown.nonce} ${shown.step} ${shown.result}`}
      title={titleOf(texts, shown)}
      close={isAsking ? texts.back : texts.next}
      onClose={onClose}
      staysOpen={isAsking || shown.isOffline}
      actions={
        isAsking && (
          <Button variant="faixa" className="h-14 text-2xl" onClick={() => onRedeem(shown)}>
            {texts.redeem}
          </Button>
        )
      }
    >
      {shown.title && <p className="text-3xl font-semibold wrap-anywhere">{shown.title}</p>}
      {shown.voucher && <Offer locale={locale} voucher={shown.voucher} />}
      {shown.firstName && <p className="text-2xl">{fill(texts.customer, { name: shown.firstName })}</p>}
      {shown.result === "duplicate" && <FirstUse locale={locale} first={shown.first} usedAt={shown.usedAt} />}
      {shown.wasServed && shown.result !== "redeemed" && <p className="text-xl">{texts.doneTwice}</p>}
      {!shown.isListed && <p className="text-xl">{texts.notListed}</p>}
      {shown.isOffline && <p className="text-xl">{shown.step === "done" ? texts.doneHere : texts.decidedHere}</p>}
    </ResultFrame>
  );
}

type OfferProps = { locale: string; voucher: DeskVoucher };

/** What the customer gets, and on which days. */
function Offer({ locale, voucher }: OfferProps) {
  const texts = useDeskTexts();
  const { benefitType: type, benefitValue: value, rules } = voucher;
  return (
    <>
      <p className="text-2xl">
        {benefitText({ type, value }, texts.benefit, locale)} · {acceptanceText(voucher, texts.acceptance, locale)}
      </p>
      {rules && <p className="text-xl wrap-anywhere">{rules}</p>}
    </>
  );
}

type FirstUseProps = { locale: string; first: Answer["first"]; usedAt: string | null };

/** When, where and by whom a voucher was used before. */
export function FirstUse({ locale, first, usedAt }: FirstUseProps) {
  const texts = useDeskTexts();
  if (first) {
    const { at, place, by } = first;
    const values = { time: formatDeviceMoment(at, locale), place, by: by || texts.thisDevice };
    return <p className="text-2xl">{fill(texts.used, values)}</p>;
  }
  return usedAt && <p className="text-2xl">{fill(texts.usedHere, { time: formatDeviceMoment(usedAt, locale) })}</p>;
}
