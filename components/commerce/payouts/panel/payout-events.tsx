import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { PayoutList } from "@/lib/commerce/payouts/schema";
import { formatMoney, formatShortMoment } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPathWith } from "@/lib/platform/paths";

/** Events whose money the portal collected, with what is left to pay of each. */
export async function PayoutEvents({ events }: Pick<PayoutList, "events">) {
  const [t, sum, locale] = [
    await getTranslations("commerce/payouts.panel"),
    await getTranslations("commerce/payouts.sum"),
    await getLocale(),
  ];
  const money = (cents: number) => formatMoney(cents, locale);
  return (
    <DataTable
      caption={t("title")}
      heads={[
        t("event"),
        t("ends"),
        sum("collected"),
        sum("refunded"),
        sum("owedBack"),
        sum("pending"),
        sum("paidOut"),
        sum("left"),
      ]}
      rows={events.map((event) => ({
        id: event.event_id,
        cells: [
          <Link
            key="event"
            href={localePath(locale, panelPathWith("event_payout", { eventId: event.event_id }))}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
          >
            {event.event} · {event.organiser}
          </Link>,
          formatShortMoment(event.ends_at, locale),
          money(event.collected_cents),
          money(event.refunded_cents),
          money(event.owed_back_cents),
          money(event.pending_cents),
          money(event.paid_out_cents),
          <span key="left" className={event.left_cents < 0 ? "font-semibold text-danger" : "font-semibold"}>
            {event.left_cents < 0 ? t("owed", { amount: money(-event.left_cents) }) : money(event.left_cents)}
          </span>,
        ],
      }))}
      empty={t("none")}
    />
  );
}
