import { getTranslations } from "next-intl/server";
import { MemberList } from "@/components/ui/member-list";
import { addPlaceMemberAction, removePlaceMemberAction } from "@/lib/partners/own-places/actions";
import { PLACE_ROLES } from "@/lib/partners/own-places/rules";
import type { People } from "@/lib/partners/own-places/schema";

/** For the team, above the record of a place: the accounts that run it. */
export async function PlaceMembers({ service, people }: { service: string; people: People }) {
  const t = await getTranslations("partners/own-places");
  return (
    <MemberList
      texts={{
        title: t("admin.title"),
        lead: t("admin.lead"),
        none: t("admin.none"),
        since: (date) => t("people.since", { date }),
        email: t("people.email"),
        role: t("admin.role"),
        add: t("admin.add"),
        remove: t("admin.remove"),
        confirm: (name) => t("admin.removeConfirm", { name }),
      }}
      members={people.members.map(({ account_id: id, name, email, role, created_at: since }) => ({
        id,
        name,
        details: `${email} · ${t(`role.${role}`)}`,
        since,
      }))}
      roles={PLACE_ROLES.map((role) => [role, t(`role.${role}`)])}
      add={{ action: addPlaceMemberAction, hidden: { service } }}
      remove={{ action: removePlaceMemberAction, hidden: (account) => ({ service, account }) }}
    />
  );
}
