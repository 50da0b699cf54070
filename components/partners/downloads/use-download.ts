import { useRef, useState } from "react";
import { downloadVoucherAction } from "@/lib/partners/downloads/actions";
import { isCountryUnclear } from "@/lib/platform/whatsapp";
import type { DownloadInput } from "@/lib/partners/downloads/schema";
import type { Phase } from "./download-dialog";
import { keepVoucher } from "./voucher-store";

type Guest = DownloadInput["guest"];
type Answer = Awaited<ReturnType<typeof downloadVoucherAction>> | null;

/** What an answer of the action shows; null leads to the sign-in page. */
async function phaseOf(answer: Answer, guest: Guest): Promise<Phase | null> {
  const data = answer?.data;
  if (!data) {
    const isInput = answer?.serverError === "input.invalid" || answer?.validationErrors !== undefined;
    const problem = guest && (isCountryUnclear(guest.phone) ? "guestCountry" : "guestWrong");
    if (isInput) return { kind: "guest", problem };
    return { kind: "failed", isLimited: answer?.serverError === "rate.limited" };
  }
  if (data.outcome === "saved")
    return { kind: "done", id: data.id, voucher: await keepVoucher(data.id, guest ? "guest" : "own") };
  if (data.outcome === "gone") return { kind: "gone" };
  if (data.reason === "sign_in") return null;
  return data.reason === "limit" ? { kind: "limit", id: data.id ?? null } : { kind: "sold_out" };
}

/** Downloads one voucher at a time; `onSignIn` runs when the session has ended. */
export function useDownload(onSignIn: (voucherId: string) => void) {
  const [phase, setPhase] = useState<Phase>({ kind: "working" });
  /** One id per voucher until an answer arrives, so that a lost answer does not download twice. */
  const requests = useRef(new Map<string, string>());
  const isBusy = useRef(false);
  const lastGuest = useRef<Guest>(null);

  const download = async (voucherId: string, guest: Guest) => {
    if (isBusy.current) return;
    isBusy.current = true;
    lastGuest.current = guest;
    setPhase({ kind: "working" });
    const requestId = requests.current.get(voucherId) ?? crypto.randomUUID();
    requests.current.set(voucherId, requestId);
    const answer = await downloadVoucherAction({ voucherId, requestId, guest }).catch(() => null);
    if (answer?.data) requests.current.delete(voucherId);
    const next = await phaseOf(answer, guest);
    isBusy.current = false;
    if (next) setPhase(next);
    else onSignIn(voucherId);
  };
  return { phase, setPhase, download, retry: (voucherId: string) => download(voucherId, lastGuest.current) };
}
