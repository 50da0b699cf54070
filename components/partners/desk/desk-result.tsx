"use client";

import { fill } from "@/components/ui/fill";
import { ResultFrame } from "@/components/platform/readings/result-frame";
import { Button } from "@/components/ui/button";
import { formatDeviceMoment } from "@/lib/platform/format";
import { toneOf } from "@/lib/partners/desk/rules";
import type { Answer, DeskVoucher } from "@/lib/partners/desk/schema";
import { acceptanceText, benefitText } from "@/lib/partners/vouchers/rules";
import { useDeskTexts, type DeskMessages } from "./desk-texts";
import type { DeskScreen } from "./use-redeem";

type DeskResultProps = {
  locale: string;
  screen: DeskScreen;
  onRedeem: (screen: DeskScreen) => void;
  onClose: () => void;
};

const titleOf = (texts: DeskMessages, { result, step }: DeskScreen) =>
  result === "redeemed" && step === "done" ? texts.done : texts.result[result];

/** Result of a code over the whole screen. A valid voucher asks for the confirmation; one that was redeemed closes by itself. */
export function DeskResult({ locale, screen, onRedeem, onClose }: DeskResultProps) {
  const texts = useDeskTexts();
  const isAsking = screen.step === "check" && screen.result === "redeemed";
  return (
    <ResultFrame
      tone={toneOf(screen.result)}
      result={screen.step === "done" && screen.result === "redeemed" ? "done" : screen.result}
      id={`${screen.nonce} ${screen.step} ${screen.result}`}
      title={titleOf(texts, screen)}
      close={isAsking ? texts.back : texts.next}
      onClose={onClose}
      staysOpen={isAsking || screen.isOffline}
      actions={
        isAsking && (
          <Button variant="faixa" className="h-14 text-2xl" onClick={() => onRedeem(screen)}>
            {texts.redeem}
          </Button>
        )
      }
    >
      {screen.title && <p className="text-3xl font-semibold wrap-anywhere">{screen.title}</p>}
      {screen.voucher && <Offer locale={locale} voucher={screen.voucher} />}
      {screen.firstName && <p className="text-2xl">{fill(texts.customer, { name: screen.firstName })}</p>}
      {screen.result === "duplicate" && <FirstUse locale={locale} first={screen.first} usedAt={screen.usedAt} />}
      {screen.wasServed && screen.result !== "redeemed" && <p className="text-xl">{texts.doneTwice}</p>}
      {!screen.isListed && <p className="text-xl">{texts.notListed}</p>}
      {screen.isOffline && <p className="text-xl">{screen.step === "done" ? texts.doneHere : texts.decidedHere}</p>}
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
