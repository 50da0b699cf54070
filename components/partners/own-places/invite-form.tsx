"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { EmailField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { useFormAction } from "@/components/form/use-form-action";
import { inviteStaffAction } from "@/lib/partners/own-places/actions";
import { outcomeKey } from "@/lib/platform/outcome";
import { fill } from "@/components/ui/fill";
import { PLACE_INVITATION_DAYS } from "@/lib/platform/supabase/database-constants/partners";

type Props = { service: string; texts: Messages["partners/own-places"]["people"]; validation: Record<string, string> };

/** Invites a person by mail to the staff of a place. */
export function InviteForm({ service, texts, validation }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(inviteStaffAction, () => router.refresh());
  const key = result.data && outcomeKey(result.data);
  return (
    <ActionForm
      submit={execute}
      pending={isPending}
      errors={result.validationErrors}
      texts={validation}
      hidden={{ service }}
      className="max-w-xl"
    >
      <EmailField name="email" label={texts.email} autoComplete="off" />
      <p role="status" className="font-semibold empty:hidden">
        {key && fill(texts[key === "saved" ? "invited" : key], { days: PLACE_INVITATION_DAYS })}
      </p>
      <SubmitButton label={texts.send} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
