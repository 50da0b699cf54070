"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { useChange } from "@/components/garage/vehicles/use-change";
import { removeMemberAction, setMemberRoleAction } from "@/lib/garage/sharing/actions";
import { MEMBER_ROLES, type MemberRole } from "@/lib/garage/sharing/rules";
import { useSharingTexts } from "./sharing-texts";

export type MemberRow = { id: string; name: string; role: MemberRole };
type Props = { vehicle: string; member: MemberRow };

/** A member with the role that the owner may change, and the button that removes the access. */
export function MemberLine({ vehicle, member: { id, name, role } }: Props) {
  const texts = useSharingTexts().members;
  const { isBusy, run } = useChange();
  const change = (value: string) => {
    const chosen = MEMBER_ROLES.find((one) => one === value);
    if (chosen) run(() => setMemberRoleAction({ vehicle, account: id, role: chosen }));
  };
  return (
    <li className="flex flex-wrap items-center gap-3 border-t-2 border-line pt-3">
      <p className="min-w-40 flex-1 font-semibold wrap-anywhere">{name}</p>
      <select
        aria-label={texts.roleOf.replace("{name}", name)}
        value={role}
        disabled={isBusy}
        onChange={({ target }) => change(target.value)}
        className={`${controlClass} sm:w-auto`}
      >
        {MEMBER_ROLES.map((value) => (
          <option key={value} value={value}>
            {texts.roles[value]}
          </option>
        ))}
      </select>
      <Button
        variant="outline"
        aria-label={`${texts.remove}: ${name}`}
        disabled={isBusy}
        onClick={() =>
          whenConfirmed(texts.removeConfirm.replace("{name}", name), () =>
            run(() => removeMemberAction({ vehicle, account: id })),
          )
        }
      >
        {texts.remove}
      </Button>
    </li>
  );
}
