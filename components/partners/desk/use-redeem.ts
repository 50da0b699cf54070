import { useState } from "react";
import type { useReadings } from "@/components/platform/readings/use-readings";
import { useRecorder } from "@/components/platform/readings/use-recorder";
import { verifyVoucherCode } from "@/lib/partners/codes/rules";
import { codeOf, judgeCode, noteRedemption, type DeskIndex, type Verdict } from "@/lib/partners/desk/rules";
import type { Answer, DeskData, DeskVoucher, LookUp, Redemption, RedemptionResult } from "@/lib/partners/desk/schema";
import { lookUp, type DeskMode } from "./desk-api";
import type { Counted } from "./desk-store";

type Desk = ReturnType<typeof useReadings<DeskData, DeskIndex, Redemption, Answer, Counted>>;

export type DeskScreen = {
  nonce: string;
  result: RedemptionResult;
  /** `check` asks whether to redeem, `done` was redeemed or refused by the server. */
  step: "check" | "done";
  downloadId: string | null;
  voucher: DeskVoucher | null;
  title: string | null;
  firstName: string | null;
  first: Answer["first"];
  /** Time of the first use as the device has it. */
  usedAt: string | null;
  isListed: boolean;
  /** Decided by the device alone. */
  isOffline: boolean;
  wasServed: boolean;
};
export type TypedProblem = "offline" | "wrong" | "failed" | null;
type DownloadLookUp = Exclude<LookUp, { result: "locked" }>;

function screenOfVerdict(nonce: string, downloadId: string | null, verdict: Verdict): DeskScreen {
  const { result, voucher, usedAt, isListed } = verdict;
  const none = { firstName: null, first: null, wasServed: false };
  return {
    ...none,
    nonce,
    result,
    step: "check",
    downloadId,
    voucher,
    title: voucher?.title ?? null,
    usedAt,
    isListed,
    isOffline: true,
  };
}

/** The same with the data of the server: customer, and when and where it was used. */
function withServerAnswer(shown: DeskScreen, index: DeskIndex, found: DownloadLookUp): DeskScreen {
  const voucher = index.vouchers.get(found.voucherId ?? "") ?? shown.voucher;
  const { result, downloadId, title, firstName, first } = found;
  return { ...shown, result, downloadId, voucher, title, firstName, first, isListed: true, isOffline: false };
}

/** Looks codes up and redeems them, with or without a connection. */
export function useRedeem(mode: DeskMode, { state, add, sync }: Desk) {
  const { shown, setShown, record } = useRecorder<Redemption, Answer, DeskScreen>(add);
  const [isChecking, setChecking] = useState(false);
  const token = mode.kind === "device" ? mode.token : null;
  const { index } = state;

  const readCode = async (text: string) => {
    if (!index) return;
    const code = await verifyVoucherCode(codeOf(text), index.data.keys);
    const nonce = crypto.randomUUID();
    const verdict = judgeCode(index, code, Date.now() + state.clockOffset);
    const local = screenOfVerdict(nonce, code?.downloadId ?? null, verdict);
    setShown(local);
    if (!code || !navigator.onLine) return;
    const { data } = await lookUp(token, { place: index.data.place.id, download: code.downloadId });
    const found = data?.desk?.found;
    if (found && found.result !== "locked")
      setShown((old) => (old?.nonce === nonce && old.step === "check" ? withServerAnswer(old, index, found) : old));
  };

  const readTyped = async (code: string): Promise<TypedProblem> => {
    if (!index) return "failed";
    if (!navigator.onLine) return "offline";
    setChecking(true);
    const { data, failure } = await lookUp(token, { place: index.data.place.id, code });
    setChecking(false);
    if (failure) return failure === "offline" ? "offline" : "failed";
    const found = data.desk?.found;
    if (!found || found.result === "locked") return "failed";
    const none = { result: found.result, voucher: null, usedAt: null, isListed: true };
    setShown(withServerAnswer(screenOfVerdict(crypto.randomUUID(), null, none), index, found));
    return null;
  };

  const redeem = ({ nonce, downloadId, ...checked }: DeskScreen) => {
    if (!index || !downloadId) return;
    const reading: Redemption = {
      nonce,
      placeId: index.data.place.id,
      downloadId,
      scannedAt: new Date(Date.now() + state.clockOffset).toISOString(),
      isOffline: !navigator.onLine || state.failure !== null,
      wasServed: true,
    };
    const local = { ...checked, nonce, downloadId, step: "done", isOffline: true } as const;
    setShown(null);
    record(reading, local, ({ result, firstName, first, wasServed }) => {
      void sync().catch(() => undefined);
      return { ...local, result, firstName: firstName ?? local.firstName, first, wasServed, isOffline: false };
    });
    noteRedemption(index, downloadId, reading.scannedAt);
  };

  return { shown, isChecking, readCode, readTyped, redeem, close: () => setShown(null) };
}
