"use client";

import type { Messages } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { HINT_COOKIE } from "@/lib/device-storage/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { downloadVoucherAction } from "@/lib/voucher-downloads/actions";
import { voucherAnchor } from "@/lib/voucher-downloads/rules";
import type { DownloadInput } from "@/lib/voucher-downloads/schema";
import { DownloadDialog, type Phase, type Wanted } from "./download-dialog";
import { watchStock, type StockTexts } from "./voucher-stock";
import { keepVoucher } from "./voucher-store";

type Props = {
  uf: string;
  texts: Pick<Messages["voucher-downloads"], "dialog" | "held"> & { card: StockTexts };
  /** The portal lets people without an account download the vouchers that allow it. */
  acceptsGuests: boolean;
  locale: Locale;
};

const isSignedIn = () => document.cookie.split("; ").includes(`${HINT_COOKIE}=1`);

/** Sign-in page that leads back to the voucher on the page that is shown. */
const signInPath = (locale: Locale, voucherId: string) =>
  `${localePath(locale, "/login")}?next=${encodeURIComponent(`${location.pathname}#${voucherAnchor(voucherId)}`)}`;

/** What an answer of the action shows; null leads to the sign-in page. */
async function phaseOf(
  result: Awaited<ReturnType<typeof downloadVoucherAction>> | null,
  isGuest: boolean,
): Promise<Phase | null> {
  const answer = result?.data;
  if (!answer) {
    const isInput = result?.serverError === "input.invalid" || result?.validationErrors !== undefined;
    if (isInput) return { kind: "guest", isWrong: isGuest };
    return { kind: "failed", isLimited: result?.serverError === "rate.limited" };
  }
  if (answer.outcome === "sign_in") return null;
  if (answer.outcome === "downloaded" && answer.id)
    return { kind: "done", id: answer.id, voucher: await keepVoucher(answer.id, isGuest ? "guest" : "own") };
  return answer.outcome === "limit"
    ? { kind: "limit", id: answer.id ?? null }
    : { kind: answer.outcome === "sold_out" ? "sold_out" : "gone" };
}

/** Runs the download buttons of a page and writes what is left of each voucher. */
export function VoucherIsland({ uf, texts, acceptsGuests, locale }: Props) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [phase, setPhase] = useState<Phase>({ kind: "working" });
  /** One id per voucher until an answer arrives, so that a lost answer does not download twice. */
  const requests = useRef(new Map<string, string>());
  const isBusy = useRef(false);
  const lastGuest = useRef<DownloadInput["guest"]>(null);

  useEffect(() => watchStock(uf, texts.card), [uf, texts.card]);

  const download = async (voucher: Wanted, guest: DownloadInput["guest"]) => {
    if (isBusy.current) return;
    isBusy.current = true;
    lastGuest.current = guest;
    setPhase({ kind: "working" });
    const requestId = requests.current.get(voucher.id) ?? crypto.randomUUID();
    requests.current.set(voucher.id, requestId);
    const result = await downloadVoucherAction({ voucherId: voucher.id, requestId, guest }).catch(() => null);
    if (result?.data) requests.current.delete(voucher.id);
    const next = await phaseOf(result, guest !== null);
    isBusy.current = false;
    if (next) setPhase(next);
    else location.assign(signInPath(locale, voucher.id));
  };

  const open = (voucher: Wanted) => {
    const isKnown = isSignedIn();
    if (!isKnown && !(acceptsGuests && voucher.allowsGuests)) return location.assign(signInPath(locale, voucher.id));
    setWanted(voucher);
    if (isKnown) void download(voucher, null);
    else setPhase({ kind: "guest", isWrong: false });
  };

  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>("button[data-voucher]");
      if (!button) return;
      const { voucher: id, title, guests } = button.dataset;
      latest.current({ id: id!, title: title ?? "", allowsGuests: guests === "1" });
    };
    document.addEventListener("click", click);
    return () => document.removeEventListener("click", click);
  }, []);

  if (!wanted) return null;
  return (
    <DownloadDialog
      wanted={wanted}
      phase={phase}
      texts={texts}
      locale={locale}
      signIn={() => location.assign(signInPath(locale, wanted.id))}
      onGuest={(guest) => void download(wanted, guest)}
      onRetry={() => void download(wanted, lastGuest.current)}
      onClose={() => setWanted(null)}
    />
  );
}
