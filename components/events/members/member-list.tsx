import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { controlClass, Input } from "@/components/ui/input";
import { removeMemberAction, revokeEventInvitationAction, setMemberAction } from "@/lib/events/members/actions";
import type { EventRole } from "@/lib/events/members/rules";
import type { EventPeople } from "@/lib/events/members/schema";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDay, formatShortMoment } from "@/lib/platform/format";
import { EVENT_ROLES } from "@/lib/platform/supabase/database-constants/events";
import { SystemSection } from "@/components/ui/system-page";
import { InviteForm } from "./invite-form";

type Props = {
  event: string;
  people: EventPeople;
  /** The signed-in account. */
  me: string;
};
type Member = EventPeople["members"][number];

/** Who works for an event, open invitations and downloaded lists, for its owners. */
export async function MemberList({ event, people, me }: Props) {
  const [t, locale] = [await getTranslations("events/members.team"), await getLocale()];
  return (
    <>
      <SystemSection title={t("title")} lead={t("lead")}>
        <ul className="grid gap-3">
          {people.members.map((member) => (
            <MemberLine key={member.account_id} event={event} member={member} isMe={member.account_id === me} />
          ))}
        </ul>
        {people.club.length > 0 && <ClubPeople club={people.club} />}
      </SystemSection>
      {people.invitations.length > 0 && <Invitations invitations={people.invitations} />}
      <Invite event={event} />
      <SystemSection title={t("exports")} lead={t("exportsHint")}>
        {people.exports.length === 0 ? (
          <p className="text-muted">{t("noExports")}</p>
        ) : (
          <ul className="grid gap-1">
            {people.exports.map(({ name, format, created_at: at }) => (
              <li key={at}>
                {[name ?? t("someone"), format.toUpperCase(), formatShortMoment(at, locale)].join(" · ")}
              </li>
            ))}
          </ul>
        )}
      </SystemSection>
    </>
  );
}

async function MemberLine({ event, member, isMe }: { event: string; member: Member; isMe: boolean }) {
  const [t, all, locale] = [
    await getTranslations("events/members.team"),
    await getTranslations("events/members"),
    await getLocale(),
  ];
  const { account_id: account, name, email, role, ends_at: ends, created_at: since, is_last_owner: isLast } = member;
  const lasting = role === "owner" || role === "treasurer" ? t("always") : t("after");
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold wrap-anywhere">
          {name}
          {isMe && ` (${t("you")})`}
        </span>
        <span className="text-sm text-muted wrap-anywhere">{email}</span>
      </p>
      <p className="text-muted">
        {all(`role.${role}`)} · {t("since", { date: formatDay(since, locale) })} ·{" "}
        {ends ? t("until", { date: formatShortMoment(ends, locale) }) : lasting}
      </p>
      {isLast ? (
        <p>{t("lastOwner")}</p>
      ) : (
        <div className="flex flex-wrap items-start gap-3">
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">{t("change")}</summary>
            <CommandForm
              action={setMemberAction}
              hidden={{ event, account }}
              label={t("save")}
              className="max-w-md pb-2"
            >
              <RoleFields role={role} lastDay={ends ? brazilianDay(Date.parse(ends) - 1) : ""} />
            </CommandForm>
          </details>
          <CommandForm
            action={removeMemberAction}
            hidden={{ event, account }}
            label={t("remove")}
            confirm={t("removeConfirm", { name })}
            variant="outline"
          />
        </div>
      )}
    </li>
  );
}

async function RoleFields({ role, lastDay }: { role: EventRole; lastDay: string }) {
  const [t, all] = [await getTranslations("events/members.team"), await getTranslations("events/members")];
  return (
    <>
      <label className="grid gap-1 font-semibold">
        {t("role")}
        <select name="role" defaultValue={role} className={`${controlClass} font-sans font-normal`}>
          {EVENT_ROLES.map((one) => (
            <option key={one} value={one}>
              {all(`role.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 font-semibold">
        {t("lastDay")}
        <Input type="date" name="last_day" defaultValue={lastDay} className="font-sans font-normal" />
        <span className="font-sans text-sm font-normal text-muted">{t("lastDayHint")}</span>
      </label>
    </>
  );
}

async function ClubPeople({ club }: Pick<EventPeople, "club">) {
  const [t, all] = [await getTranslations("events/members.team"), await getTranslations("events/members")];
  return (
    <div className="grid gap-1">
      <h3 className="text-xl">{t("club")}</h3>
      <p className="text-muted">{t("clubHint")}</p>
      <ul className="grid gap-1">
        {club.map(({ name, role }) => (
          <li key={name}>
            {name} · {all(`role.${role}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

async function Invitations({ invitations }: Pick<EventPeople, "invitations">) {
  const [t, all, locale] = [
    await getTranslations("events/members.team"),
    await getTranslations("events/members"),
    await getLocale(),
  ];
  return (
    <SystemSection title={t("open")}>
      <ul className="grid gap-2">
        {invitations.map(({ id, email, role, expires_at: until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-2">
            <span className="wrap-anywhere">{email}</span>
            <span className="mr-auto text-muted">
              {all(`role.${role}`)} · {t("validUntil", { date: formatDay(until, locale) })}
            </span>
            <CommandForm
              action={revokeEventInvitationAction}
              hidden={{ invitation: id }}
              label={t("revoke")}
              confirm={t("revokeConfirm", { email })}
              variant="outline"
            />
          </li>
        ))}
      </ul>
    </SystemSection>
  );
}

async function Invite({ event }: { event: string }) {
  const {
    "events/members": { team, role, roleHint },
    "panel/requests": { validation, form },
  } = await getMessages();
  return (
    <SystemSection title={team.invite}>
      <InviteForm event={event} texts={{ team, role, roleHint }} optional={form.optional} validation={validation} />
    </SystemSection>
  );
}
