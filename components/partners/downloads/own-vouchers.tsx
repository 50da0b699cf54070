"use client";

import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { statusAt, vouchersPath, type DeviceVoucher } from "@/lib/partners/downloads/rules";
import { GiveBack } from "./give-back";
import { HeldTexts, type HeldMessages } from "./held-texts";
import { HeldVoucherCard } from "./held-voucher";
import { storeVouchers } from "./voucher-store";

type Props = {
  vouchers: readonly DeviceVoucher[];
  /** State whose vouchers the account without any is led to; null leads to the choice of a state. */
  uf: string | null;
  texts: HeldMessages;
  locale: Locale;
  now: number;
};

/** The vouchers of the account; those that can be used are stored on the device too. */
export function OwnVouchers({ vouchers, uf, texts, locale, now }: Props) {
  const router = useRouter();
  const [shownAt] = useState(now);
  useEffect(() => void storeVouchers("own", vouchers), [vouchers]);
  const { held } = texts;
  const isActive = (voucher: DeviceVoucher) => statusAt(voucher, shownAt) === "active";
  const [active, past] = [vouchers.filter(isActive), vouchers.filter((voucher) => !isActive(voucher))];
  const list = (vouchers: readonly DeviceVoucher[]) => (
    <ul className="grid items-start gap-4 sm:grid-cols-2">
      {vouchers.map((voucher) => (
        <li key={voucher.id}>
          <HeldVoucherCard voucher={voucher} locale={locale} now={shownAt}>
            <GiveBack id={voucher.id} onDone={() => router.refresh()} />
          </HeldVoucherCard>
        </li>
      ))}
    </ul>
  );
  return (
    <HeldTexts value={texts}>
      <Card>
        <CardTitle className="mb-4">{held.title}</CardTitle>
        {vouchers.length === 0 && <p className="text-lg text-muted">{held.empty}</p>}
        {active.length > 0 && list(active)}
        {past.length > 0 && (
          <details className="mt-4">
            <summary className="min-h-11 cursor-pointer content-center font-semibold">
              {held.past.replace("{count}", String(past.length))}
            </summary>
            <div className="mt-2">{list(past)}</div>
          </details>
        )}
        <p className="mt-4">
          <Link href={localePath(locale, uf ? vouchersPath(uf) : "/home")} className={buttonClass({ look: "outline" })}>
            {held.find}
          </Link>
        </p>
      </Card>
    </HeldTexts>
  );
}
