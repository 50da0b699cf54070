"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { useFormAction } from "@/components/form/use-form-action";
import { notify } from "@/components/ui/notify";
import { answerMessageAction } from "@/lib/partners/service-messages/actions";

type Props = {
  message: string;
  texts: Messages["partners/own-places"]["messages"];
  validation: Record<string, string>;
};

/** Answers one message by mail. */
export function AnswerForm({ message, texts, validation }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(answerMessageAction, ({ data }) => {
    if (data.outcome === "conflict") return;
    notify({ code: "place.answered", variant: "success" });
    router.refresh();
  });
  return (
    <ActionForm
      submit={execute as (form: FormData) => void}
      pending={isPending}
      errors={result.validationErrors}
      texts={validation}
      hidden={{ message }}
    >
      <TextAreaField name="answer" label={texts.answer} hint={texts.answerHint} rows={3} />
      {result.data?.outcome === "conflict" && (
        <p role="alert" className="font-semibold text-danger">
          {texts.twice}
        </p>
      )}
      <SubmitButton label={texts.send} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
