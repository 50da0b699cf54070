"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { Button } from "@/components/ui/button";
import { useChange } from "@/components/garage/vehicles/use-change";
import { revokeInvitationAction } from "@/lib/garage/sharing/actions";
import type { MemberRole } from "@/lib/garage/sharing/rules";
import { useSharingTexts } from "./sharing-texts";

/** `until` is the text about its end. */
export type InvitationRow = { id: string; email: string; role: MemberRole; until: string };
type Props = { invitation: InvitationRow };

/** One open invitation, with the button that revokes it. */
export function InvitationLine({ invitation: { id, email, role, until } }: Props) {
  const texts = useSharingTexts().members;
  const { isBusy, run } = useChange();
  return (
    <li className="flex flex-wrap items-center gap-3 border-t-2 border-line pt-3">
      <p className="min-w-40 flex-1 wrap-anywhere">
        <span className="font-semibold">{email}</span>
        <span className="text-muted">{` · ${texts.roles[role]} · ${until}`}</span>
      </p>
      <Button
        variant="outline"
        aria-label={`${texts.revoke}: ${email}`}
        disabled={isBusy}
        onClick={() =>
          whenConfirmed(texts.revokeConfirm.replace("{email}", email), () => run(() => revokeInvitationAction({ id })))
        }
      >
        {texts.revoke}
      </Button>
    </li>
  );
}
