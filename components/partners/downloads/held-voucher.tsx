import type { ReactNode } from "react";
import { brazilianDay } from "@/lib/platform/dates";
import { formatTimestamp } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { redeemPath, statusAt, type DeviceVoucher } from "@/lib/partners/downloads/rules";
import { acceptanceText, benefitText } from "@/lib/partners/vouchers/rules";
import { useHeldTexts } from "./held-texts";
import { VoucherCode } from "./voucher-code";
import { validityText } from "./voucher-words";

type Props = { voucher: DeviceVoucher; locale: Locale; now: number; children?: ReactNode };

/** A downloaded voucher with its code while it can be used, and its state in words. */
export function HeldVoucherCard({ voucher, locale, now, children }: Props) {
  const texts = useHeldTexts();
  const { held } = texts;
  const status = statusAt(voucher, now);
  const used = voucher.redeemedAt
    ? held.used
        .replace(
          "{date}",
          formatTimestamp(voucher.redeemedAt, locale, {
            timeZone: voucher.timeZone,
            dateStyle: "medium",
            timeStyle: "short",
          }),
        )
        .replace("{place}", voucher.place)
    : null;
  return (
    <article className="grid gap-2 rounded-2xl border-2 border-line bg-surface p-4" data-held={voucher.id}>
      <p className="flex flex-wrap items-center gap-2">
        <span className="rounded-md bg-faixa px-2 py-0.5 font-display text-lg text-faixa-ink">
          {benefitText({ type: voucher.benefitType, value: voucher.benefitValue }, texts.benefit, locale)}
        </span>
        <span
          className={`rounded-md border-2 px-2 py-0.5 text-sm font-semibold ${status === "active" ? "border-rota text-rota-text" : "border-line text-muted"}`}
        >
          {held.status[status]}
        </span>
      </p>
      <h3 className="text-xl wrap-anywhere">{translated(voucher, "title", locale).text}</h3>
      <p className="text-muted wrap-anywhere">{`${voucher.place} · ${voucher.stateAbbr}`}</p>
      {used ? (
        <p>{used}</p>
      ) : (
        <p className="text-sm">
          {validityText(
            { from: voucher.validFrom, until: voucher.validUntil },
            brazilianDay(now),
            texts.validity,
            locale,
          )}
          {" · "}
          {acceptanceText(voucher, texts.acceptance, locale)}
        </p>
      )}
      {status === "active" && <VoucherCode voucher={voucher} label={held.code} alt={held.qr} summary={held.show} />}
      {status === "active" && (
        // Not a paragraph: the confirmation of a button here is a dialog.
        <div className="flex flex-wrap gap-3">
          <a
            href={localePath(locale, redeemPath(voucher.id))}
            className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
          >
            {held.open}
          </a>
          {children}
        </div>
      )}
    </article>
  );
}
