"use client";

import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { EmailField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { inviteMemberAction } from "@/lib/garage/sharing/actions";
import { MEMBER_ROLES, type MemberRole } from "@/lib/garage/sharing/rules";
import { MemberLine, type MemberRow } from "./member-line";
import { InvitationLine, type InvitationRow } from "./invitation-line";
import { Problem } from "./problem";
import { useSharingTexts } from "./sharing-texts";
import { outcomeKey } from "@/lib/platform/outcome";
import { SHARING_DAYS } from "@/lib/platform/supabase/database-constants/garage";
import { fill } from "@/components/ui/fill";

type Props = {
  vehicle: string;
  members: readonly MemberRow[];
  invitations: readonly InvitationRow[];
};

/** Members of a car and its open invitations. */
export function MembersPanel({ vehicle, members, invitations }: Props) {
  const texts = useSharingTexts().members;
  return (
    <div className="grid gap-5">
      <InviteForm vehicle={vehicle} />
      {members.length === 0 ? (
        <p className="text-muted">{texts.empty}</p>
      ) : (
        <section className="grid gap-3">
          <h3 className="text-xl">{texts.listed}</h3>
          <ul className="grid gap-3">
            {members.map((member) => (
              <MemberLine key={member.id} vehicle={vehicle} member={member} />
            ))}
          </ul>
        </section>
      )}
      {invitations.length > 0 && (
        <section className="grid gap-3">
          <h3 className="text-xl">{texts.invitations}</h3>
          <ul className="grid gap-3">
            {invitations.map((invitation) => (
              <InvitationLine key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type FormProps = Pick<Props, "vehicle">;

function InviteForm({ vehicle }: FormProps) {
  const texts = useSharingTexts().members;
  const router = useRouter();
  const [problem, setProblem] = useState("");
  const [sentTo, setSentTo] = useState("");
  const { execute, isPending, result } = useAction(inviteMemberAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data, input }) => {
      const isSaved = data.outcome === "saved";
      const key = outcomeKey(data);
      setProblem(key === "saved" ? "" : texts.answers[key]);
      // A new key empties the form.
      const email = (input as FormData).get("email");
      setSentTo(isSaved && typeof email === "string" ? email : "");
      if (isSaved) router.refresh();
    },
  });
  return (
    <ActionForm key={sentTo} submit={execute} pending={isPending} errors={result.validationErrors} hidden={{ vehicle }}>
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <EmailField name="email" label={texts.email} autoComplete="off" />
        <SelectField
          name="role"
          label={texts.role}
          options={MEMBER_ROLES.map((value: MemberRole) => ({ value, label: texts.roles[value] }))}
        />
      </div>
      <Problem text={problem} />
      {sentTo && <p role="status">{fill(texts.sent, { email: sentTo, days: SHARING_DAYS })}</p>}
      <SubmitButton label={texts.invite} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
