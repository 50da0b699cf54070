import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { saveContractAction } from "@/lib/events/panel/actions";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPathWith } from "@/lib/platform/paths";
import { Line, LongLine } from "./form-lines";

export type ContractDraft = { template: string; title: string; clauses: readonly string[] };
type Props = {
  eventId: string;
  registrationId: string;
  templates: readonly { id: string; title: string }[];
  draft: ContractDraft | null;
};

/** Chooses a template and edits the merged clauses before they are sent. */
export async function ContractEditor({ eventId, registrationId, templates, draft }: Props) {
  const [t, locale] = [await getTranslations("events/panel.contract"), await getLocale()];
  const address = localePath(locale, panelPathWith("event_contract", { eventId, registrationId }));
  return (
    <SystemSection title={t("text")} lead={t("textLead")}>
      {templates.length === 0 && <p className="text-muted">{t("noTemplate")}</p>}
      {templates.length > 0 && (
        <form action={address} className="flex flex-wrap items-end gap-3">
          <LabelledSelect
            name="modelo"
            label={t("template")}
            value={draft?.template}
            options={templates.map(({ id, title }) => [id, title])}
            className="grow sm:max-w-md"
          />
          <Button type="submit" variant="outline">
            {t("fill")}
          </Button>
        </form>
      )}
      {draft && (
        <CommandForm
          key={draft.clauses.join("\n")}
          action={saveContractAction}
          hidden={{ registration: registrationId, template: draft.template }}
          label={t("save")}
          next={address}
        >
          <Line name="title" label={t("heading")} max={160} value={draft.title} required />
          <LongLine name="clauses" label={t("clauses")} value={draft.clauses.join("\n\n")} rows={16} />
        </CommandForm>
      )}
    </SystemSection>
  );
}
