import { centsOf } from "@/lib/events/publishing/rules";
import type { OfferValues } from "@/lib/partners/vouchers/rules";
import type { OfferPlace } from "./offer-fields";
import { useOfferTexts } from "./offer-texts";
import { VoucherCard, type CardVoucher } from "./voucher-card";

type Props = {
  values: OfferValues;
  places: readonly OfferPlace[];
  locale: string;
  today: string;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The voucher that the typed values describe; values that are not valid yet are left out. */
function previewOf(values: OfferValues, places: readonly OfferPlace[]): CardVoucher {
  const of = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  const type = of("benefit_type") || "percent";
  const value = type === "percent" ? Number.parseInt(of("benefit_value"), 10) : (centsOf(of("benefit_value")) ?? 0);
  const [from, until] = [of("valid_from"), of("valid_until")];
  const limit = Number(of("total_limit"));
  return {
    title: of("title"),
    place: places.find(({ id }) => id === of("place"))?.name ?? "",
    benefit: { type, value: type === "gift" ? null : value || 0 },
    validity: DAY.test(from) && DAY.test(until) ? { from, until } : null,
    acceptance: {
      weekdays: (values.weekdays ?? []).map(Number),
      startsAt: of("starts_at") || null,
      endsAt: of("ends_at") || null,
    },
    rules: of("rules"),
    image: of("image_url") || null,
    totalLimit: Number.isInteger(limit) && limit > 0 ? limit : null,
  };
}

/** The card of an offer while it is typed. */
export function OfferPreview({ values, places, locale, today }: Props) {
  const texts = useOfferTexts();
  return (
    <aside aria-labelledby="previa" className="grid min-w-0 gap-3 lg:sticky lg:top-24">
      <h2 id="previa" className="text-2xl">
        {texts.offer.preview}
      </h2>
      <VoucherCard voucher={previewOf(values, places)} locale={locale} today={today} />
    </aside>
  );
}
