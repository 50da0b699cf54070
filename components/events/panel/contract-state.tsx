import { FileText } from "lucide";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { StateMark } from "@/components/ui/state-mark";
import { SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import { Icon } from "@/components/ui/icon";
import { LabelledInput } from "@/components/ui/labelled-input";
import { cancelContractAction } from "@/lib/events/panel/actions";
import type { PanelContract } from "@/lib/events/panel/queries";
import { formatShortMoment } from "@/lib/platform/format";
import { ContractLink } from "./contract-link";

const LOOK = { draft: "none", sent: "wait", signed: "good", cancelled: "bad" } as const;

type Props = {
  contract: PanelContract;
  person: { full_name: string; phone: string | null; email: string };
  event: string;
};

/** State of a contract, its signing link or its signed file, and the form that cancels it. */
export async function ContractState({ contract, person, event }: Props) {
  const [t, locale, messages] = [
    await getTranslations("events/panel.contract"),
    await getLocale(),
    await getMessages(),
  ];
  const moment = (at: string | null) => at && formatShortMoment(at, locale);
  const facts: [string, string | null][] = [
    [t("sentAt"), moment(contract.sent_at)],
    [t("linkUntil"), contract.status === "sent" ? moment(contract.link_expires_at) : null],
    [t("signedBy"), contract.signed_name],
    [t("signedAt"), moment(contract.signed_at)],
    ["SHA-256", contract.contract_sha256],
  ];
  const rows = facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  return (
    <SystemSection title={t("state")}>
      <p>
        <StateMark look={LOOK[contract.status as keyof typeof LOOK]}>
          {t(`status.${contract.status as "draft"}`)}
        </StateMark>
      </p>
      {rows.length > 0 && <FactList rows={rows} />}
      {contract.status === "signed" ? (
        <Button asChild className="w-fit">
          <a href={`/api/event-contracts/${contract.id}`} target="_blank" rel="noopener">
            <Icon of={FileText} /> {t("open")}
          </a>
        </Button>
      ) : (
        <ContractLink
          contract={contract.id}
          phone={person.phone}
          email={person.email}
          message={t("message", { name: person.full_name, event, link: "#" })}
          locale={locale}
          texts={messages["events/panel"].contractLink}
        />
      )}
      <details>
        <summary className="min-h-11 cursor-pointer content-center text-link underline underline-offset-4">
          {t("cancel")}
        </summary>
        <CommandForm
          action={cancelContractAction}
          hidden={{ contract: contract.id }}
          label={t("cancelRun")}
          variant="danger"
        >
          <LabelledInput label={t("cancelReason")} name="reason" required maxLength={500} />
        </CommandForm>
      </details>
    </SystemSection>
  );
}
