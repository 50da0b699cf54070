import { useRef, useState } from "react";
import { downloadVoucherAction } from "@/lib/partners/downloads/actions";
import { isCountryUnclear } from "@/lib/platform/whatsapp";
import type { Guest } from "@/lib/partners/downloads/schema";
import type { Phase } from "./download-dialog";
import { keepVoucher } from "./voucher-store";

type Answer = Awaited<ReturnType<typeof downloadVoucherAction>> | null;

/** What an answer of the action shows; null leads to the sign-in page. */
async function phaseOf(answer: Answer, guest: Guest | null): Promise<Phase | null> {
  const data = answer?.data;
  if (!data) {
    const isInput = answer?.serverError === "input.invalid" || answer?.validationErrors !== undefined;
    const problem = guest && (isCountryUnclear(guest.guest_phone) ? "guestCountry" : "guestWrong");
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
export function useDownload(onSignIn: (voucher: string) => void) {
  const [phase, setPhase] = useState<Phase>({ kind: "working" });
  /** One id per voucher until an answer arrives, so that a lost answer does not download twice. */
  const requests = useRef(new Map<string, string>());
  const isBusy = useRef(false);
  const lastGuest = useRef<Guest | null>(null);

  const download = async (voucher: string, guest: Guest | null) => {
    if (isBusy.current) return;
    isBusy.current = true;
    lastGuest.current = guest;
    setPhase({ kind: "working" });
    const idempotency_key = requests.current.get(voucher) ?? crypto.randomUUID();
    requests.current.set(voucher, idempotency_key);
    const answer = await downloadVoucherAction({ voucher, idempotency_key, guest }).catch(() => null);
    if (answer?.data) requests.current.delete(voucher);
    const next = await phaseOf(answer, guest);
    isBusy.current = false;
    if (next) setPhase(next);
    else onSignIn(voucher);
  };
  return { phase, setPhase, download, retry: (voucher: string) => download(voucher, lastGuest.current) };
}
