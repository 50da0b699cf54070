import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { removeStaffAction, revokeInvitationAction } from "@/lib/partners/own-places/actions";
import type { People } from "@/lib/partners/own-places/schema";
import { formatDay } from "@/lib/platform/format";
import { InviteForm } from "./invite-form";

type Props = {
  service: string;
  people: People;
  /** The signed-in account. */
  me: string;
};

/** Who runs a place and the open invitations, for its owners. */
export async function PeopleList({ service, people, me }: Props) {
  const {
    "partners/own-places": { people: texts },
    "panel/requests": { validation },
  } = await getMessages();
  const t = await getTranslations("partners/own-places");
  const locale = await getLocale();
  return (
    <div className="grid gap-5">
      <ul className="grid gap-2">
        {people.members.map(({ account_id: account, name, email, role, created_at: since }) => (
          <li key={account} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-2">
            <span className="grid">
              <span className="font-semibold wrap-anywhere">
                {name}
                {account === me && ` (${texts.you})`}
              </span>
              <span className="text-sm text-muted wrap-anywhere">{email}</span>
            </span>
            <span className="mr-auto text-muted">
              {t(`role.${role}`)} · {t("people.since", { date: formatDay(since, locale) })}
            </span>
            {role === "staff" && (
              <CommandForm
                action={removeStaffAction}
                hidden={{ service, account }}
                label={texts.remove}
                confirm={t("people.removeConfirm", { name })}
                variant="outline"
              />
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{texts.ownerHint}</p>
      {people.invitations.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-xl">{texts.open}</h3>
          <ul className="grid gap-2">
            {people.invitations.map(({ id, email, expires_at: until }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-2">
                <span className="wrap-anywhere">{email}</span>
                <span className="mr-auto text-muted">{t("people.until", { date: formatDay(until, locale) })}</span>
                <CommandForm
                  action={revokeInvitationAction}
                  hidden={{ service, invitation: id }}
                  label={texts.revoke}
                  confirm={t("people.revokeConfirm", { email })}
                  variant="outline"
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="grid gap-3">
        <h3 className="text-xl">{texts.invite}</h3>
        <InviteForm service={service} texts={texts} validation={validation} />
      </div>
    </div>
  );
}
