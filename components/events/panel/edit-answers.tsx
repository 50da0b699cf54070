"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { notify } from "@/components/ui/notify";
import { QuestionFields } from "@/components/events/registrations/question-fields";
import { editAnswersAction } from "@/lib/events/panel/actions";
import type { FormField } from "@/lib/events/registrations/questions/rules";
import { answersOf } from "@/lib/events/registrations/rules";

type Props = {
  registration: string;
  version: string;
  fields: readonly FormField[];
  values: Readonly<Record<string, string>>;
  texts: Messages["events/panel"]["answers"];
  form: Pick<Messages["events/registrations"]["form"], "optional" | "chooseOption">;
  validation: Messages["events/registrations"]["validation"];
};

/** The form of the registration with the stored answers; a correction needs a reason. */
export function EditAnswers({ registration, version, fields, values, texts, form, validation }: Props) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [errors, setErrors] = useState<FormErrors>();
  const send = (data: FormData) =>
    start(async () => {
      try {
        const reason = data.get("reason") as string;
        const answer = await editAnswersAction({
          registration,
          expected_version: version,
          reason,
          answers: answersOf(data, fields),
        });
        const wrong = answer?.validationErrors ?? answer?.data?.errors ?? undefined;
        setErrors(wrong);
        if (answer?.serverError) return notifyFailure({ serverError: answer.serverError });
        if (wrong) return;
        notify({ code: "system.done", variant: "success" });
        router.refresh();
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  return (
    <details className="rounded-xl border border-line bg-surface p-4">
      <summary className="min-h-11 cursor-pointer content-center font-display text-xl">{texts.title}</summary>
      <p className="my-2 text-muted">{texts.lead}</p>
      <ActionForm submit={send} pending={isPending} errors={errors} texts={validation}>
        <QuestionFields optional={form.optional} choose={form.chooseOption} fields={fields} values={values} />
        <TextField name="reason" label={texts.reason} hint={texts.reasonHint} maxLength={300} />
        <SubmitButton label={texts.save} pendingLabel={texts.saving} pending={isPending} />
      </ActionForm>
    </details>
  );
}
