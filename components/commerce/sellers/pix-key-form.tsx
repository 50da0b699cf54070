"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { useFormAction } from "@/components/form/use-form-action";
import { setOwnPixKeyAction } from "@/lib/commerce/sellers/actions";
import { PixKeyFields } from "./pix-key-fields";
import { PixKeyTexts, type PixKeyMessages } from "./pix-key-texts";

type Props = {
  texts: PixKeyMessages & Pick<Messages["panel/requests"], "validation">;
  kind: string | null;
  value: string | null;
};

/** Changes the Pix key for the seller's commissions; requires re-authentication. */
export function PixKeyForm({ texts: all, kind, value }: Props) {
  const { pixKey: texts, validation } = all;
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(setOwnPixKeyAction, () => router.refresh());
  const errors =
    result.data?.saved === false ? { fieldErrors: { pix_key: ["pixKeyInvalid"] } } : result.validationErrors;
  return (
    <PixKeyTexts value={all}>
      <ActionForm
        submit={execute}
        pending={isPending}
        errors={errors}
        texts={{ ...validation, pixKeyInvalid: texts.invalid }}
      >
        <PixKeyFields kind={kind ?? undefined} value={value ?? undefined} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton label={texts.save} pendingLabel={texts.saving} pending={isPending} />
          <p role="status">{result.data?.saved && texts.saved}</p>
        </div>
      </ActionForm>
    </PixKeyTexts>
  );
}
