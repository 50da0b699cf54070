import { getLocale, getMessages } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { CancelTerms } from "./cancel-terms";
import { SimpleChange } from "./simple-change";
import { TransferForm } from "./transfer-form";
import { ACTIVE_REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";

type Props = { token: string; page: RegistrationPage };

/** Transfer and cancellation for the holder of the mailed link and the account that registered; for others, the button that mails the link. */
export async function ManagePanel({ token, page }: Props) {
  if (!ACTIVE_REGISTRATION_STATUSES.some((one) => one === page.status)) return null;
  const messages = await getMessages();
  const { status, form, validation, problem } = messages["events/registrations"];
  const order = messages["events/orders"].page;
  if (page.has_entered) return <p className="rounded-lg bg-raised p-4">{status.entered}</p>;
  if (!page.can_manage)
    return (
      <Card className="grid gap-3">
        <CardTitle>{status.manage}</CardTitle>
        <p className="wrap-anywhere">{status.manageLead.replace("{email}", page.masked_email)}</p>
        <SimpleChange
          token={token}
          change="link"
          label={status.sendLink}
          done={status.linkSent}
          variant="outline"
          problems={problem}
        />
      </Card>
    );
  // The order stays with the person who sent it.
  const isBuyer = page.order?.is_buyer === true && page.order.people.length > 1;
  return (
    <>
      {page.can_edit && !isBuyer && (
        <Card className="grid gap-3">
          <CardTitle>{status.transfer}</CardTitle>
          <p>{status.transferLead}</p>
          <TransferForm token={token} texts={{ status, form, validation, problem }} />
        </Card>
      )}
      {page.can_cancel && (
        <Card className="grid gap-3">
          <CardTitle>{status.cancel}</CardTitle>
          {isBuyer && <p className="font-semibold">{order.cancelAll}</p>}
          <CancelTerms page={page} locale={await getLocale()} />
          <details>
            <summary className="mb-3 min-h-11 cursor-pointer content-center font-semibold">{status.cancel}</summary>
            <SimpleChange token={token} change="cancel" label={status.cancelSure} problems={problem} />
          </details>
        </Card>
      )}
    </>
  );
}
