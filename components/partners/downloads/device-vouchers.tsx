"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { Locale } from "@/lib/platform/i18n/routing";
import { usable } from "@/lib/partners/downloads/rules";
import { HeldTexts, type HeldMessages } from "./held-texts";
import { HeldVoucherCard } from "./held-voucher";
import { noVouchers, onVouchers, refreshGuestVouchers, deviceVouchers } from "./voucher-store";

type Props = { texts: HeldMessages; locale: Locale };

/** The vouchers of this device with their codes, which need no connection; nothing while there are none. */
export function DeviceVouchers({ texts, locale }: Props) {
  const vouchers = useSyncExternalStore(onVouchers, deviceVouchers, noVouchers);
  const [now] = useState(() => Date.now());
  useEffect(() => void refreshGuestVouchers().catch(() => undefined), []);
  const shown = usable(vouchers, now);
  if (shown.length === 0) return null;
  return (
    <HeldTexts value={texts}>
      <section aria-labelledby="meus-vouchers" className="mt-8 scroll-mt-20" data-print="hide">
        <h2 id="meus-vouchers" className="display-2">
          {texts.held.title}
        </h2>
        <p className="mt-1 text-muted">{texts.held.onDevice}</p>
        <ul className="mt-4 grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((voucher) => (
            <li key={voucher.id}>
              <HeldVoucherCard voucher={voucher} locale={locale} now={now} />
            </li>
          ))}
        </ul>
      </section>
    </HeldTexts>
  );
}
