import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { SystemSection } from "@/components/ui/system-page";
import { LabelledInput } from "@/components/ui/labelled-input";
import { decideRegistrationAction } from "@/lib/events/panel/actions";
import type { PanelRegistration } from "@/lib/events/panel/queries";
import { decisionsFor, NEEDS_REASON } from "@/lib/events/panel/rules";
import { formatMoney } from "@/lib/platform/format";
import { ACTIVE_REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";

type Props = {
  registration: Pick<PanelRegistration, "id" | "status" | "updated_at" | "order_position" | "order_cents"> & {
    event_orders: { event_registrations: readonly { id: string; status: string }[] } | null;
  };
};

/** What a cancellation of a registration of an order of several people does; null for an order of one. */
async function orderNote(registration: Props["registration"]): Promise<string | null> {
  const [t, locale] = [await getTranslations("events/panel.decide"), await getLocale()];
  const others = (registration.event_orders?.event_registrations ?? []).filter(
    ({ id, status }) => id !== registration.id && ACTIVE_REGISTRATION_STATUSES.some((one) => one === status),
  ).length;
  if (others === 0) return null;
  if (registration.order_position === 1) return t("wholeOrder", { count: others });
  const cents = registration.order_cents;
  if (cents === 0) return t("onePerson");
  const amount = formatMoney(cents, locale);
  return t(registration.status === "confirmed" ? "onePaid" : "oneUnpaid", { amount });
}

/** A form for every decision that the status of a registration allows. */
export async function DecisionForms({ registration }: Props) {
  const t = await getTranslations("events/panel");
  const decisions = decisionsFor(registration.status);
  const note = await orderNote(registration);
  return (
    <SystemSection title={t("decide.title")}>
      {decisions.length === 0 && <p className="text-muted">{t("decide.none")}</p>}
      {decisions.map((decision) => {
        const needsReason = NEEDS_REASON.includes(decision);
        return (
          <CommandForm
            key={decision}
            action={decideRegistrationAction}
            hidden={{ registration: registration.id, decision, expected_version: registration.updated_at }}
            label={t(`bulk.decision.${decision}`)}
            variant={needsReason ? "danger" : decision === "approve" ? "primary" : "outline"}
            className="border-t border-line pt-3 first-of-type:border-0"
            confirm={decision === "cancel" && note ? note : undefined}
          >
            {decision === "cancel" && note && <p>{note}</p>}
            <LabelledInput
              label={t(needsReason ? "bulk.reason" : "bulk.reasonOptional")}
              name="reason"
              maxLength={500}
              required={needsReason}
            />
          </CommandForm>
        );
      })}
    </SystemSection>
  );
}
