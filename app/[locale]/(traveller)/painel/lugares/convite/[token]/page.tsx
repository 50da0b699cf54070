import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { acceptInvitationAction } from "@/lib/partners/own-places/actions";
import { getInvitation } from "@/lib/partners/own-places/queries";
import { staffInvitationPath, OWN_PLACES_PATH, ownPlacePath } from "@/lib/partners/own-places/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = secretMetadata("partners/own-places.invitation", "metaTitle");

/** An invitation to the staff of a place. Opening the page accepts nothing; the button does. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const account = await requireAccount(staffInvitationPath(token));
  await takeAttempt("placeInvitationPage", await callerAddress());
  const invitation = await getInvitation(token);
  const [t, locale] = [await getTranslations("partners/own-places.invitation"), await getLocale()];
  const panel = localePath(locale, OWN_PLACES_PATH);
  const own = invitation?.service_id ? localePath(locale, ownPlacePath(invitation.service_id)) : null;
  return (
    <main id="conteudo" className="page grid max-w-3xl gap-6 py-8">
      <h1 className="display-1 wrap-anywhere">
        {invitation ? t("title", { place: invitation.place }) : t("metaTitle")}
      </h1>
      <Card className="grid gap-4">
        {invitation?.state === "open" ? (
          <>
            <p>
              {t("lead", { account: account.username, place: invitation.place, state: invitation.state_abbr })}{" "}
              {t("until", { date: formatDay(invitation.expires_at, locale) })}
            </p>
            <CommandForm action={acceptInvitationAction} hidden={{ token }} label={t("accept")} next={panel} />
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
