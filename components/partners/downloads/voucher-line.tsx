import { getLocale, getMessages } from "next-intl/server";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { ListedVoucher } from "@/lib/partners/downloads/queries";
import { voucherAnchor, vouchersPath } from "@/lib/partners/downloads/rules";
import { acceptanceText, benefitText } from "@/lib/partners/vouchers/rules";
import { acceptanceOf, benefitOf, validityOf } from "./voucher-card";
import { validityText } from "./voucher-words";

type Props = { vouchers: readonly ListedVoucher[]; today: string; headingLevel?: 3 | 4 };

/** Vouchers in short, each with a link to its card on the list of its state. */
export async function VoucherLines({ vouchers, today, headingLevel = 3 }: Props) {
  const { "partners/downloads": texts, "partners/vouchers": words } = await getMessages();
  const locale = await getLocale();
  const Heading = `h${headingLevel}` as const;
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {vouchers.map((voucher) => {
        const { id, service } = voucher;
        const href = `${localePath(locale, vouchersPath(service.state_abbr))}#${voucherAnchor(id)}`;
        return (
          <li
            key={id}
            className="relative grid content-start gap-1 rounded-xl border-2 border-line bg-surface p-4 focus-within:border-faixa hover:border-faixa"
          >
            <p className="w-fit rounded-md bg-faixa px-2 py-0.5 font-display text-lg text-faixa-ink">
              {benefitText(benefitOf(voucher), words.benefit, locale)}
            </p>
            <Heading className="text-xl wrap-anywhere">
              <a href={href} className="after:absolute after:inset-0 focus-visible:outline-none">
                {translated(voucher, "title", locale).text}
              </a>
            </Heading>
            <p className="text-muted wrap-anywhere">{[service.name, service.city?.name].filter(Boolean).join(" · ")}</p>
            <p className="text-sm">
              {validityText(validityOf(voucher), today, texts.validity, locale)}
              {" · "}
              {acceptanceText(acceptanceOf(voucher), words.acceptance, locale)}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
