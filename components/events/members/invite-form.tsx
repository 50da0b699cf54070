"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { ChoiceCards } from "@/components/form/choice-cards";
import { EmailField } from "@/components/form/contact-fields";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { fill } from "@/components/ui/fill";
import { inviteMemberAction } from "@/lib/events/members/actions";
import { outcomeKey } from "@/lib/platform/outcome";
import { EVENT_INVITATION_DAYS, EVENT_ROLES } from "@/lib/platform/supabase/database-constants/events";

type Props = {
  event: string;
  texts: Pick<Messages["events/members"], "team" | "role" | "roleHint">;
  /** Label of optional fields. */
  optional: string;
  validation: Record<string, string>;
};

/** Invites a person by mail to work for an event. */
export function InviteForm({ event, texts: { team, role, roleHint }, optional, validation }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(inviteMemberAction, () => router.refresh());
  const key = result.data && outcomeKey(result.data);
  const answers: Record<string, string> = { saved: team.invited, member: team.member, limit: team.limit };
  return (
    <ActionForm
      submit={execute}
      pending={isPending}
      errors={result.validationErrors}
      texts={validation}
      hidden={{ event }}
      className="max-w-2xl"
    >
      <EmailField name="email" label={team.email} autoComplete="off" />
      <ChoiceCards
        name="role"
        legend={team.role}
        options={EVENT_ROLES.map((value) => ({ value, label: role[value], text: roleHint[value] }))}
        chosen="organiser"
      />
      <TextField type="date" name="last_day" label={team.lastDay} hint={team.lastDayHint} optional={optional} />
      <p role="status" className="font-semibold empty:hidden">
        {key && fill(answers[key] ?? "", { days: EVENT_INVITATION_DAYS })}
      </p>
      <SubmitButton label={team.send} pendingLabel={team.pending} pending={isPending} />
    </ActionForm>
  );
}
