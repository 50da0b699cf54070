import { getLocale } from "next-intl/server";
import { EventConsole } from "@/components/events/members/event-console";
import { PaymentList } from "@/components/events/members/payment-list";
import { listPayments } from "@/lib/events/members/queries";
import { consolePath } from "@/lib/events/members/rules";
import { isUuid } from "@/lib/events/panel/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

type Props = { params: Promise<{ eventId: string }>; searchParams: Promise<{ depois?: string | string[] }> };

export const generateMetadata = unlistedMetadata("events/members.payments", "title");

/** What registered people owe and paid, for owners, organisers and treasurers. */
export default async function OwnPaymentsPage({ params, searchParams }: Props) {
  const { own } = await openConsole((await params).eventId, "payments");
  const { depois } = await searchParams;
  const after = typeof depois === "string" && isUuid(depois) ? depois : undefined;
  return (
    <EventConsole own={own} current="payments">
      <PaymentList
        payments={await listPayments(own.id, after)}
        address={localePath(await getLocale(), consolePath(own.id, "payments"))}
        isFirst={after === undefined}
      />
    </EventConsole>
  );
}
