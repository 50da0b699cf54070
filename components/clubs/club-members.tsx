import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/admin/system/command-form";
import { SystemSection } from "@/components/admin/system/system-page";
import { controlClass } from "@/components/ui/input";
import { addMemberAction, removeMemberAction } from "@/lib/clubs/actions";
import type { ClubMember } from "@/lib/clubs/queries";
import { CLUB_ROLES, type ClubRole } from "@/lib/clubs/rules";
import { formatDay } from "@/lib/platform/format";

type Props = { club: string; members: readonly ClubMember[] };

/** The accounts of a club with their roles; an account is added by its confirmed e-mail address. */
export async function ClubMembers({ club, members }: Props) {
  const t = await getTranslations("clubs.members");
  const locale = await getLocale();
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {members.length === 0 && <p className="text-muted">{t("none")}</p>}
      <ul className="grid gap-2">
        {members.map(({ user_id: user, username, role, created_at: since }) => (
          <li key={user} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-2">
            <span className="font-semibold wrap-anywhere">{username}</span>
            <span>{t(`role.${role as ClubRole}`)}</span>
            <span className="mr-auto text-sm text-muted">{t("since", { date: formatDay(since, locale) })}</span>
            <CommandForm
              action={removeMemberAction}
              hidden={{ club, user }}
              label={t("remove")}
              confirm={t("confirm", { name: username })}
              variant="outline"
            />
          </li>
        ))}
      </ul>
      <CommandForm action={addMemberAction} hidden={{ club }} label={t("add")} className="sm:grid-cols-2">
        <label className="grid gap-1 text-sm">
          <span className="text-muted">{t("email")}</span>
          <input type="email" name="email" required maxLength={254} autoComplete="off" className={controlClass} />
        </label>
        <label className="grid gap-1 text-sm">
          <span className="text-muted">{t("roleLabel")}</span>
          <select name="role" className={controlClass}>
            {CLUB_ROLES.map((role) => (
              <option key={role} value={role}>
                {t(`role.${role}`)}
              </option>
            ))}
          </select>
        </label>
      </CommandForm>
    </SystemSection>
  );
}
