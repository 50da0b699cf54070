import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { acceptEventInvitationAction } from "@/lib/events/members/actions";
import { getInvitation } from "@/lib/events/members/queries";
import { consolePath, eventInvitationPath, OWN_EVENTS_PATH } from "@/lib/events/members/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = secretMetadata("events/members.invitation", "metaTitle");

/** An invitation to work for an event. Opening the page accepts nothing; the button does. */
export default async function EventInvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const account = await requireAccount(eventInvitationPath(token));
  await takeAttempt("eventInvitationPage", await callerAddress());
  const invitation = await getInvitation(token);
  const [all, locale] = [await getTranslations("events/members"), await getLocale()];
  const t = await getTranslations("events/members.invitation");
  const panel = localePath(locale, OWN_EVENTS_PATH);
  const own = invitation?.event_id ? localePath(locale, consolePath(invitation.event_id)) : null;
  return (
    <main id="conteudo" className="page grid max-w-3xl gap-6 py-8">
      <h1 className="display-1 wrap-anywhere">
        {invitation ? t("title", { event: invitation.event }) : t("metaTitle")}
      </h1>
      <Card className="grid gap-4">
        {invitation?.state === "open" ? (
          <>
            <p>
              {t("lead", {
                account: account.username,
                event: invitation.event,
                role: all(`role.${invitation.role}`),
              })}{" "}
              {t("until", { date: formatDay(invitation.expires_at, locale) })}
            </p>
            <p className="text-muted">{all(`roleHint.${invitation.role}`)}</p>
            <CommandForm action={acceptEventInvitationAction} hidden={{ token }} label={t("accept")} next={panel} />
          </>
        ) : (
          <>
            <p role="status">{t(invitation?.state ?? "missing")}</p>
            <Link href={own ?? panel} className={buttonClass({ className: "w-fit" })}>
              {t(own ? "open" : "panel")}
            </Link>
          </>
        )}
      </Card>
    </main>
  );
}
