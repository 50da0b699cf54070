"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { notify } from "@/components/ui/notify";
import { setCertificateAction } from "@/lib/events/messages/automatic/actions";
import type { CertificateChoice } from "@/lib/events/messages/automatic/schema";

type Props = {
  event: string;
  choice: CertificateChoice;
  texts: Messages["events/messages"]["automatic"]["certificate"];
  /** Label of optional fields. */
  optional: string;
  validation: Record<string, string>;
};

/** The model of the certificate that the thank-you of an event issues, and the hours printed on it. */
export function CertificateForm({ event, choice, texts, optional, validation }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(setCertificateAction, () => {
    notify({ code: "system.done", variant: "success" });
    router.refresh();
  });
  const models = choice.models.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ActionForm
      key={`${choice.chosen} ${choice.hours}`}
      submit={execute}
      pending={isPending}
      errors={result.validationErrors}
      texts={validation}
      hidden={{ event }}
      className="max-w-2xl border-t border-line pt-3"
    >
      <SelectField
        name="template"
        label={texts.model}
        hint={texts.hint}
        options={[{ value: "", label: texts.none }, ...models]}
        defaultValue={choice.chosen ?? ""}
      />
      <TextField
        name="hours"
        label={texts.hours}
        optional={optional}
        inputMode="decimal"
        maxLength={5}
        defaultValue={choice.hours?.toString() ?? ""}
      />
      <SubmitButton label={texts.save} pendingLabel={texts.saving} pending={isPending} />
    </ActionForm>
  );
}
