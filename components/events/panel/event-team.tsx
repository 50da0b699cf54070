import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { RevokeLink } from "@/components/events/publishing/revoke-link";
import { DeviceList } from "@/components/platform/readings/device-list";
import { FactList } from "@/components/ui/fact-list";
import { revokeDeviceAction } from "@/lib/events/gate/actions";
import type { EventTeam as Team } from "@/lib/events/panel/schema";
import { storedLinkState } from "@/lib/events/publishing/links/rules";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";
import { whatsappAddress } from "@/lib/platform/whatsapp";

type Props = { eventId: string; team: Team; now: number; mayCheckIn: boolean; mayRevokeDevices: boolean };

const LINK = "inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4";

/** Who edits an event and who checks in, with the publish link and the devices that work for it. */
export async function EventTeam({ eventId, team, now, mayCheckIn, mayRevokeDevices }: Props) {
  const [t, roles, locale] = [
    await getTranslations("events/panel.team"),
    await getTranslations("panel/system.roles"),
    await getLocale(),
  ];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <SystemSection title={t("editors")} lead={t("editorsLead")}>
        <Editors team={team} now={now} />
      </SystemSection>
      <SystemSection title={t("operators")} lead={t("operatorsLead")}>
        <FactList rows={team.operators.map(({ username, role }) => [username, roles(role)] as const)} />
      </SystemSection>
      {team.members.length > 0 && (
        <SystemSection title={t("members")} lead={t("membersLead")}>
          <Members eventId={eventId} members={team.members} mayEnrol={mayRevokeDevices} />
        </SystemSection>
      )}
      <SystemSection title={t("devices")}>
        <DeviceList devices={team.devices} revoke={mayRevokeDevices ? revokeDeviceAction : null} now={now} />
        {mayCheckIn && (
          <Link href={`${localePath(locale, panelPath("event_checkin"))}?evento=${eventId}`} className={LINK}>
            {t("console")}
          </Link>
        )}
      </SystemSection>
    </div>
  );
}

type MembersProps = { eventId: string; members: Team["members"]; mayEnrol: boolean };

/** The people whom the organiser named, with the form of the console that enrols a device under their name. */
async function Members({ eventId, members, mayEnrol }: MembersProps) {
  const [t, locale] = [await getTranslations("events/panel.team"), await getLocale()];
  const path = `${localePath(locale, panelPath("event_checkin"))}?evento=${eventId}`;
  return (
    <ul className="grid gap-2">
      {members.map(({ full_name: name, phone }, index) => (
        <li key={index} className="flex flex-wrap items-center gap-x-4 border-t border-line pt-2 first:border-0">
          <span className="mr-auto font-semibold wrap-anywhere">{name}</span>
          {phone && (
            <a
              href={whatsappAddress(phone)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t("whatsapp", { name, phone })}
              className={LINK}
            >
              {phone}
            </a>
          )}
          {mayEnrol && (
            <Link
              href={`${path}&aparelho=${encodeURIComponent(name)}#aparelhos`}
              aria-label={t("deviceOf", { name })}
              className={LINK}
            >
              {t("device")}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

async function Editors({ team: { organizer, club, link }, now }: Pick<Props, "team" | "now">) {
  const [t, locale] = [await getTranslations("events/panel.team"), await getLocale()];
  const rows = [
    ...(organizer ? [[t("organizer"), organizer] as const] : []),
    ...(club ? [[t("club"), club.name] as const] : []),
    ...(club?.members ?? []).map(({ username, role }) => [username, t(role)] as const),
  ];
  return (
    <>
      {rows.length > 0 && <FactList rows={rows} />}
      {rows.length === 0 && !link && <p className="text-muted">{t("noEditors")}</p>}
      {link && <PublishLinkRow link={link} now={now} />}
      <Link href={localePath(locale, panelPath("events"))} className={LINK}>
        {t("allLinks")}
      </Link>
    </>
  );
}

async function PublishLinkRow({ link, now }: { link: NonNullable<Team["link"]>; now: number }) {
  const [t, locale] = [await getTranslations("events/panel.team"), await getLocale()];
  const state = storedLinkState(link, now);
  const facts = t("linkFacts", {
    used: link.used,
    max: link.max_uses,
    left: Math.max(0, link.max_uses - link.used),
    date: formatDay(link.expires_at, locale, "long"),
  });
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
      <div className="mr-auto min-w-0">
        <p className="font-semibold wrap-anywhere">{`${t("link")}: ${link.label}`}</p>
        <p className="text-sm text-muted">{`${t(`states.${state}`)} · ${facts}`}</p>
      </div>
      {state !== "revoked" && (
        <RevokeLink id={link.id} label={t("revoke")} name={link.label} confirm={t("confirmRevoke")} />
      )}
    </div>
  );
}
