import { getTranslations } from "next-intl/server";
import { VoucherLines } from "@/components/partners/downloads/voucher-line";
import { positionOf } from "@/lib/guide/cities/rules";
import type { PublicEvent } from "@/lib/events/events/queries";
import { daysOf, isPast } from "@/lib/events/events/rules";
import { nearestKm } from "@/lib/geo/geo/rules";
import { dayIn } from "@/lib/platform/dates";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { listVouchers, type ListedVoucher } from "@/lib/partners/downloads/queries";
import { isValidBetween } from "@/lib/partners/vouchers/rules";

/** Kilometres from an event within which a place counts as near it. */
const NEAR_KM = 30;
const MAX_LINES = 6;

/** The vouchers of places near an event that are valid on one of its days, the nearest first; nothing without any. */
export async function EventVouchers({ event }: { event: PublicEvent }) {
  const { lat, lng } = event;
  const isOver = isPast(event, Date.now()) || event.status === "cancelled";
  if (lat === null || lng === null || isOver) return null;
  const days = daysOf(event);
  const kmTo = ({ service }: ListedVoucher) => {
    const at = positionOf(service);
    return (at && nearestKm({ lat, lng }, [at])) ?? Infinity;
  };
  const near = (await listVouchers(event.state_abbr as StateAbbr))
    .filter(({ valid_from: from, valid_until: until }) => isValidBetween({ from, until }, days[0]!, days.at(-1)!))
    .filter((voucher) => kmTo(voucher) <= NEAR_KM)
    .toSorted((a, b) => kmTo(a) - kmTo(b));
  if (near.length === 0) return null;
  const t = await getTranslations("partners/downloads.along");
  return (
    <section className="mt-10" data-print="hide">
      <h2 className="display-2 mb-4">{t("event", { km: NEAR_KM })}</h2>
      <VoucherLines vouchers={near.slice(0, MAX_LINES)} today={dayIn(Date.now(), event.time_zone)} />
    </section>
  );
}
