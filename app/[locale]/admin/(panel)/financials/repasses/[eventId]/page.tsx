import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { FeeSection } from "@/components/commerce/fees/fee-section";
import { CreateInvoice } from "@/components/commerce/fees/panel/create-invoice";
import { InvoiceForms } from "@/components/commerce/fees/panel/invoice-forms";
import { CancelPayout } from "@/components/commerce/payouts/panel/cancel-payout";
import { PayoutForm } from "@/components/commerce/payouts/panel/payout-form";
import { PayoutSection } from "@/components/commerce/payouts/payout-section";
import { PrintButton } from "@/components/guide/pages/print-button";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { getEventFee } from "@/lib/commerce/fees/queries";
import { getEventPayouts } from "@/lib/commerce/payouts/queries";
import { isUuid } from "@/lib/events/panel/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { panelPathWith } from "@/lib/platform/paths";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { params: Promise<{ eventId: string }> };

export const generateMetadata = unlistedMetadata("commerce/payouts", "title");

/** What the portal collected for an event and passed on to its organiser. */
export default async function EventPayoutsPage({ params }: Props) {
  const { eventId } = await params;
  const account = await requireAccount(panelPathWith("event_payout", { eventId }));
  if (!isUuid(eventId)) notFound();
  const [payouts, fee] = await Promise.all([getEventPayouts(eventId), getEventFee(eventId)]);
  if (!payouts || !fee) notFound();
  const t = await getTranslations("commerce/payouts.panel");
  return (
    <AdminShell account={account}>
      <SystemPage
        title={payouts.event}
        lead={t("organiser", { name: payouts.organiser })}
        actions={<PrintButton label={t("print")} />}
      >
        <PayoutSection payouts={payouts} cancel={({ id }) => <CancelPayout payout={id} />} />
        <PayoutForm payouts={payouts} />
        <FeeSection fee={fee} forms={(invoice) => <InvoiceForms invoice={invoice} />}>
          <CreateInvoice event={eventId} fee={fee} />
        </FeeSection>
      </SystemPage>
    </AdminShell>
  );
}
