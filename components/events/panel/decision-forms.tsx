import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { SystemSection } from "@/components/ui/system-page";
import { LabelledInput } from "@/components/ui/labelled-input";
import { decideRegistrationAction } from "@/lib/events/panel/actions";
import { decisionsFor, NEEDS_REASON } from "@/lib/events/panel/rules";

type Props = { registration: { id: string; status: string; updated_at: string } };

/** A form for every decision that the status of a registration allows. */
export async function DecisionForms({ registration }: Props) {
  const t = await getTranslations("events/panel");
  const decisions = decisionsFor(registration.status);
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
          >
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
