import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CentreLine } from "@/components/ui/centre-line";
import { AcceptInvitation } from "@/components/garage/sharing/accept-invitation";
import { AnsweredLink } from "@/components/garage/sharing/answered-link";
import { LinkGate } from "@/components/garage/sharing/link-gate";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { getInvitation } from "@/lib/garage/sharing/queries";
import { invitationPath } from "@/lib/garage/sharing/rules";
import type { Invitation } from "@/lib/garage/sharing/schema";
import { LOG_PATH, vehiclePath } from "@/lib/garage/vehicles/rules";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("garage/sharing.invitation", "metaTitle");

/** An invitation to a car. Opening the page changes nothing: the invited account accepts with the button. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("vehicleLinkPage", await callerAddress());
  const { token } = await params;
  const invitation = await getInvitation(token);
  if (!invitation) notFound();
  if (invitation.state !== "open") return <Ended invitation={invitation} />;
  const [t, locale, messages] = await Promise.all([
    getTranslations("garage/sharing.invitation"),
    getLocale(),
    getMessages(),
  ]);
  const { email, owner, vehicle, role, expires_at: end } = invitation;
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-4 py-8">
      <h1 className="display-1 wrap-anywhere">{t("title", { name: owner, vehicle })}</h1>
      <CentreLine />
      <p className="text-lg">{t(role)}</p>
      <p className="text-muted">
        {t("for", { email })} {t("until", { date: formatDay(end, locale, "long") })}
      </p>
      <LinkGate
        isMine={invitation.is_mine}
        path={invitationPath(token)}
        texts={{ signIn: t("signIn"), signUp: t("signUp"), wrongAccount: t("wrongAccount", { email }) }}
      >
        <AcceptInvitation
          token={token}
          garagePath={localePath(locale, LOG_PATH)}
          texts={messages["garage/sharing"].invitation}
        />
        <p className="text-muted">{t("decline")}</p>
      </LinkGate>
    </main>
  );
}

async function Ended({ invitation }: { invitation: Exclude<Invitation, { state: "open" }> }) {
  const [t, locale] = [await getTranslations("garage/sharing.invitation"), await getLocale()];
  const vehicle = invitation.state === "accepted" ? invitation.vehicle_id : undefined;
  const state = invitation.state === "accepted" && !vehicle ? "taken" : invitation.state;
  const target = vehicle
    ? { href: localePath(locale, vehiclePath(vehicle)), label: t("car") }
    : { href: localePath(locale, LOG_PATH), label: t("garage") };
  return <AnsweredLink title={t("metaTitle")} text={t(`answers.${state}`)} target={target} />;
}
