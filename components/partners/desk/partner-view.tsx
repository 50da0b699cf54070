"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { fill } from "@/components/ui/fill";
import { SignPlate } from "@/components/ui/sign-plate";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { HINT_COOKIE, VOUCHER_DEVICE_KEY } from "@/lib/platform/device-storage/rules";
import type { Tone } from "@/lib/platform/readings/rules";
import { toneOf } from "@/lib/partners/desk/rules";
import type { Answer, LookUp, RedemptionResult } from "@/lib/partners/desk/schema";
import { lookUp, sendRedemptions } from "./desk-api";
import { FirstUse } from "./desk-result";
import { DeskTexts, useDeskTexts, type DeskMessages } from "./desk-texts";
import { PinForm } from "./pin-form";

/** Who redeems here: an account (no token) or the enrolled device of this browser. */
type Desk = { token: string | null; placeId: string; found: LookUp };
type PartnerViewProps = { locale: string; downloadId: string };
/** `login`: sign-in page that returns to the voucher. */
type PageProps = PartnerViewProps & { texts: DeskMessages; login: string };

const isSignedIn = () => document.cookie.split("; ").includes(`${HINT_COOKIE}=1`);

/** The desk of the account when it redeems somewhere, otherwise that of the enrolled device; null for everybody else. */
async function findDesk(download: string): Promise<Desk | null> {
  const device = localStorage.getItem(VOUCHER_DEVICE_KEY);
  let elsewhere: Desk | null = null;
  for (const token of [...(isSignedIn() ? [null] : []), ...(device ? [device] : [])]) {
    const { data, failure } = await lookUp(token, { download });
    // A revoked device is not asked again: repeated refusals count as guesses of a token.
    if (failure === "refused" && token) localStorage.removeItem(VOUCHER_DEVICE_KEY);
    const desk = data?.desk && { token, ...data.desk };
    if (desk && desk.found.result !== "wrong_place") return desk;
    elsewhere ??= desk ?? null;
  }
  return elsewhere;
}

const viewOf = async (download: string) => (await findDesk(download)) ?? (isSignedIn() ? null : "signedOut");

/** For the people and devices of a place: what the voucher is, and the redemption after a confirmation. */
export function PartnerView({ texts, locale, downloadId, login }: PageProps) {
  const [desk, setDesk] = useState<Desk | "signedOut" | null>(null);
  const load = useCallback(async () => setDesk(await viewOf(downloadId)), [downloadId]);
  useEffect(() => {
    void viewOf(downloadId).then(setDesk, () => undefined);
  }, [downloadId]);
  if (!desk) return null;
  if (desk === "signedOut")
    return (
      <a href={login} className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4">
        {texts.partner.signIn}
      </a>
    );
  return (
    <DeskTexts value={texts}>
      <section className="grid gap-3 rounded-xl border-2 border-line bg-surface p-4" aria-labelledby="partner-title">
        <h2 id="partner-title" className="text-2xl">
          {texts.partner.title}
        </h2>
        <p className="text-muted">{texts.partner.lead}</p>
        {desk.found.result === "locked" ? (
          desk.token && <PinForm token={desk.token} onUnlocked={load} />
        ) : (
          <Redeem key={desk.placeId} locale={locale} downloadId={downloadId} {...desk} found={desk.found} />
        )}
      </section>
    </DeskTexts>
  );
}

type RedeemProps = PartnerViewProps & Omit<Desk, "found"> & { found: Exclude<LookUp, { result: "locked" }> };
type Step = "look" | "ask" | "sending" | "unanswered" | "done";

const LOOK: Record<Tone, string> = {
  go: "bg-rota text-rota-ink",
  warn: "bg-faixa text-faixa-ink",
  stop: "bg-danger text-danger-ink",
};

function Redeem({ locale, downloadId, token, placeId, found }: RedeemProps) {
  const texts = useDeskTexts();
  const [step, setStep] = useState<Step>("look");
  const [answer, setAnswer] = useState<Pick<Answer, "result" | "firstName" | "first" | "title">>(found);
  // The nonce is the idempotency key: a double click, and a retry after a lost answer, send the same redemption.
  const redemption = useRef<{ nonce: string; scannedAt: string } | null>(null);
  const send = async () => {
    setStep("sending");
    redemption.current ??= { nonce: crypto.randomUUID(), scannedAt: new Date().toISOString() };
    const sent = { ...redemption.current, placeId, downloadId, isOffline: false, wasServed: false };
    const { data } = await sendRedemptions(token, [sent], 0);
    const given = data?.[0];
    if (given) setAnswer(given);
    setStep(given ? "done" : "unanswered");
  };
  const isDone = step === "done" && answer.result === "redeemed";
  return (
    <>
      <Verdict result={answer.result} isDone={isDone} />
      {answer.title && <p className="text-xl font-semibold wrap-anywhere">{answer.title}</p>}
      {answer.firstName && <p className="text-xl">{fill(texts.customer, { name: answer.firstName })}</p>}
      {answer.result === "duplicate" && <FirstUse locale={locale} first={answer.first} usedAt={null} />}
      {answer.result === "redeemed" && !isDone && <Confirm step={step} onStep={setStep} onSend={send} />}
    </>
  );
}

type VerdictProps = { result: RedemptionResult; isDone: boolean };

function Verdict({ result, isDone }: VerdictProps) {
  const texts = useDeskTexts();
  return (
    <p
      role="status"
      data-result={isDone ? "done" : result}
      className={cn("rounded-xl p-4 text-center text-4xl uppercase", LOOK[toneOf(result)])}
    >
      {isDone ? texts.done : texts.result[result]}
    </p>
  );
}

type ConfirmProps = { step: Step; onStep: (step: Step) => void; onSend: () => Promise<void> };

/** The redemption in two presses; without an answer it is sent again and counts once. */
function Confirm({ step, onStep, onSend }: ConfirmProps) {
  const texts = useDeskTexts();
  if (step === "look")
    return (
      <Button variant="faixa" className="h-14 text-2xl" onClick={() => onStep("ask")}>
        {texts.redeem}
      </Button>
    );
  return (
    <div className="grid gap-3">
      {step === "unanswered" ? (
        <SignPlate kind="warning">
          <p role="alert" className="px-4 py-2">
            {texts.partner.noAnswer}
          </p>
        </SignPlate>
      ) : (
        <p className="text-xl">{texts.confirm}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="faixa" className="h-14 text-2xl" disabled={step === "sending"} onClick={() => void onSend()}>
          {step === "unanswered" ? texts.partner.retry : texts.yes}
        </Button>
        {step === "ask" && (
          <Button variant="outline" className="h-14 text-xl" onClick={() => onStep("look")}>
            {texts.back}
          </Button>
        )}
      </div>
    </div>
  );
}
