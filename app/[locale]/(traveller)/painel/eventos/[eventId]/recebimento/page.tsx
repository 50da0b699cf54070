import { FeeSection } from "@/components/commerce/fees/fee-section";
import { PayoutSection } from "@/components/commerce/payouts/payout-section";
import { EventConsole } from "@/components/events/members/event-console";
import { OwedPayments } from "@/components/events/recipients/owed-payments";
import { RecentPayments } from "@/components/events/recipients/recent-payments";
import { RecipientSection } from "@/components/events/recipients/recipient-section";
import { StatementSection } from "@/components/events/recipients/statement-section";
import { WaitingPayments } from "@/components/events/recipients/waiting-payments";
import { getEventFee } from "@/lib/commerce/fees/queries";
import { getEventPayouts } from "@/lib/commerce/payouts/queries";
import { hasPayouts } from "@/lib/commerce/payouts/rules";
import { getMoney, getRecipients, getStatement } from "@/lib/events/recipients/queries";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

export const generateMetadata = unlistedMetadata("events/recipients", "title");

/** Who receives the money of an event, what its treasurer confirms and returns, and the statement. */
export default async function OwnMoneyPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { own } = await openConsole((await params).eventId, "money");
  const [recipients, money, statement, payouts, fee] = await Promise.all([
    getRecipients(own.id),
    getMoney(own.id),
    getStatement(own.id),
    getEventPayouts(own.id),
    getEventFee(own.id),
  ]);
  const mayChange = recipients.may_change;
  return (
    <EventConsole own={own} current="money">
      <OwedPayments payments={money.owed} mayChange={mayChange} />
      <WaitingPayments payments={money.waiting} mayChange={mayChange} />
      <RecentPayments payments={money.recent} mayChange={mayChange} />
      {payouts && hasPayouts(payouts) && <PayoutSection payouts={payouts} />}
      {fee && (fee.invoices.length > 0 || fee.terms.amount_cents > 0) && <FeeSection fee={fee} />}
      <StatementSection event={own.id} statement={statement} />
      <RecipientSection event={own.id} recipients={recipients} />
    </EventConsole>
  );
}
