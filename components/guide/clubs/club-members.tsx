import { getTranslations } from "next-intl/server";
import { MemberList } from "@/components/ui/member-list";
import { addMemberAction, removeMemberAction } from "@/lib/guide/clubs/actions";
import type { ClubMember } from "@/lib/guide/clubs/queries";
import type { ClubRole } from "@/lib/guide/clubs/rules";
import { CLUB_ROLES } from "@/lib/platform/supabase/database-constants/guide";

type Props = { club: string; members: readonly ClubMember[] };

/** The accounts of a club with their roles. */
export async function ClubMembers({ club, members }: Props) {
  const t = await getTranslations("guide/clubs.members");
  return (
    <MemberList
      texts={{
        title: t("title"),
        lead: t("lead"),
        none: t("none"),
        since: (date) => t("since", { date }),
        email: t("email"),
        role: t("roleLabel"),
        add: t("add"),
        remove: t("remove"),
        confirm: (name) => t("confirm", { name }),
      }}
      members={members.map(({ user_id: id, username: name, role, created_at: since }) => ({
        id,
        name,
        details: t(`role.${role as ClubRole}`),
        since,
      }))}
      roles={CLUB_ROLES.map((role) => [role, t(`role.${role}`)])}
      add={{ action: addMemberAction, hidden: { club } }}
      remove={{ action: removeMemberAction, hidden: (user) => ({ club, user }) }}
    />
  );
}
