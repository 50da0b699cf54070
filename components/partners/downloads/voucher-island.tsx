"use client";

import { useEffect, useRef, useState, type ComponentType } from "react";
import { notify } from "@/components/ui/notify";
import { HINT_COOKIE } from "@/lib/platform/device-storage/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { voucherAnchor } from "@/lib/partners/downloads/rules";
import type { DialogProps, Wanted } from "./download-dialog";
import { DownloadTexts, type DownloadMessages } from "./download-texts";
import { useDownload } from "./use-download";
import { watchStock, type StockTexts } from "./voucher-stock";

type Props = {
  uf: string;
  texts: DownloadMessages & { card: StockTexts };
  /** The portal lets people without an account download the vouchers that allow it. */
  acceptsGuests: boolean;
  locale: Locale;
};

const isSignedIn = () => document.cookie.split("; ").includes(`${HINT_COOKIE}=1`);

/** Opens the sign-in page, which leads back to the voucher on the page that is shown. */
function signIn(locale: Locale, voucherId: string): void {
  const here = `${location.pathname}#${voucherAnchor(voucherId)}`;
  location.assign(`${localePath(locale, "/login")}?next=${encodeURIComponent(here)}`);
}

/** Calls `open` for every click on a download button of the page. */
function useDownloadButtons(open: (voucher: Wanted) => void): void {
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
}

/** The code of the dialog, which is loaded with the first download. */
function useDialog() {
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<DialogProps> } | null>(null);
  const load = () =>
    void import("./download-dialog").then(
      ({ DownloadDialog }) => setLoaded({ Dialog: DownloadDialog }),
      () => notify({ code: "service.unavailable", variant: "destructive" }),
    );
  return [loaded, load] as const;
}

/** Runs the download buttons of a page and writes what is left of each voucher. */
export function VoucherIsland({ uf, texts, acceptsGuests, locale }: Props) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [loaded, load] = useDialog();
  const { phase, setPhase, download, retry } = useDownload((voucherId) => signIn(locale, voucherId));
  useEffect(() => watchStock(uf, texts.card), [uf, texts.card]);
  useDownloadButtons((voucher) => {
    const isKnown = isSignedIn();
    if (!isKnown && !(acceptsGuests && voucher.allowsGuests)) return signIn(locale, voucher.id);
    setWanted(voucher);
    load();
    if (isKnown) void download(voucher.id, null);
    else setPhase({ kind: "guest", problem: null });
  });
  if (!wanted || !loaded) return null;
  return (
    <DownloadTexts value={texts}>
      <loaded.Dialog
        wanted={wanted}
        phase={phase}
        locale={locale}
        signIn={() => signIn(locale, wanted.id)}
        onGuest={(guest) => void download(wanted.id, guest)}
        onRetry={() => void retry(wanted.id)}
        onClose={() => setWanted(null)}
      />
    </DownloadTexts>
  );
}
