import { Card } from "@/components/ui/card";
import { formatDate } from "@/lib/platform/format";
import {
  acceptanceText,
  benefitText,
  validityState,
  type Acceptance,
  type Benefit,
  type Validity,
} from "@/lib/partners/vouchers/rules";
import { useOfferTexts } from "./offer-texts";

export type CardVoucher = {
  title: string;
  place: string;
  benefit: Benefit;
  /** Null while the form has no dates. */
  validity: Validity | null;
  acceptance: Acceptance;
  rules: string;
  image: string | null;
  totalLimit: number | null;
};

type Props = {
  voucher: CardVoucher;
  locale: string;
  today: string;
};

const MARK = "rounded-md border-2 border-line bg-raised px-2 py-0.5 text-sm font-semibold";

/** A voucher as the public list shows it. */
export function VoucherCard({ voucher, locale, today }: Props) {
  const texts = useOfferTexts();
  const { card } = texts;
  const { validity } = voucher;
  const state = validity && validityState(validity, today);
  const day = (date: string) => formatDate(date, locale, { dateStyle: "medium" });
  return (
    <Card className="grid content-start gap-3 overflow-hidden">
      {voucher.image && (
        <img
          src={voucher.image}
          alt=""
          className="-mx-5 -mt-5 aspect-video w-[calc(100%+2.5rem)] max-w-none object-cover sm:-mx-6 sm:-mt-6 sm:w-[calc(100%+3rem)]"
        />
      )}
      <p className="font-display text-3xl leading-none text-faixa-text wrap-anywhere">
        {benefitText(voucher.benefit, texts.benefit, locale)}
      </p>
      <h3 className="text-2xl wrap-anywhere">{voucher.title || card.noTitle}</h3>
      <p className="text-muted wrap-anywhere">{voucher.place || card.noPlace}</p>
      <p className="flex flex-wrap gap-2 empty:hidden">
        {state === "ends_soon" && <span className={MARK}>{card.endsSoon}</span>}
        {state === "over" && <span className={MARK}>{card.over}</span>}
        {state === "not_yet" && validity && (
          <span className={MARK}>{card.notYet.replace("{date}", day(validity.from))}</span>
        )}
        {voucher.totalLimit !== null && (
          <span className={MARK}>{card.limit.replace("{count}", String(voucher.totalLimit))}</span>
        )}
      </p>
      {validity && <p>{card.validity.replace("{from}", day(validity.from)).replace("{until}", day(validity.until))}</p>}
      <p className="text-muted">
        {card.acceptance.replace("{when}", acceptanceText(voucher.acceptance, texts.acceptance, locale))}
      </p>
      {voucher.rules && (
        <p className="whitespace-pre-line text-sm wrap-anywhere">
          <strong>{card.rules}:</strong> {voucher.rules}
        </p>
      )}
    </Card>
  );
}
