import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CentreLine } from "@/components/ui/centre-line";
import { AnsweredLink } from "@/components/garage/sharing/answered-link";
import { DecideOffer } from "@/components/garage/sharing/decide-offer";
import { LinkGate } from "@/components/garage/sharing/link-gate";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { getOfferByToken } from "@/lib/garage/sharing/handover/queries";
import { offerPath } from "@/lib/garage/sharing/handover/rules";
import type { OfferView } from "@/lib/garage/sharing/handover/schema";
import { describeVehicle, LOG_PATH, vehiclePath } from "@/lib/garage/vehicles/rules";
import { secretMetadata } from "@/app/[locale]/page-metadata";
import { HISTORY_KINDS } from "@/lib/platform/supabase/database-constants/garage";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("garage/sharing.offer", "metaTitle");

/** A car that is offered to its buyer. Opening the page changes nothing: the buyer answers with the buttons. */
export default async function OfferPage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("vehicleLinkPage", await callerAddress());
  const { token } = await params;
  const offer = await getOfferByToken(token);
  if (!offer) notFound();
  if (offer.state !== "open") return <Ended offer={offer} />;
  const [t, locale, messages] = await Promise.all([getTranslations("garage/sharing"), getLocale(), getMessages()]);
  const { email, vehicle, chosen } = offer;
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-4 py-8">
      <header>
        <h1 className="display-1 wrap-anywhere">
          {t("offer.title", { name: offer.seller, vehicle: vehicle.nickname })}
        </h1>
        <p className="text-muted wrap-anywhere">{describeVehicle(vehicle)}</p>
      </header>
      <CentreLine />
      <p className="text-lg">{t("offer.lead")}</p>
      <h2 className="text-2xl">{t("offer.includes")}</h2>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{t("offer.always")}</li>
        {HISTORY_KINDS.filter((kind) => chosen.includes(kind)).map((kind) => (
          <li key={kind}>{t(`history.${kind}`)}</li>
        ))}
      </ul>
      <p className="text-muted">
        {t("offer.for", { email })} {t("offer.until", { date: formatDay(offer.expires_at, locale, "long") })}
      </p>
      <LinkGate
        isMine={offer.is_mine}
        path={offerPath(token)}
        texts={{
          signIn: t("offer.signIn"),
          signUp: t("offer.signUp"),
          wrongAccount: t("offer.wrongAccount", { email }),
        }}
      >
        <DecideOffer token={token} garagePath={localePath(locale, LOG_PATH)} texts={messages["garage/sharing"].offer} />
      </LinkGate>
    </main>
  );
}

async function Ended({ offer }: { offer: Exclude<OfferView, { state: "open" }> }) {
  const [t, locale] = [await getTranslations("garage/sharing.offer"), await getLocale()];
  const vehicle = offer.state === "accepted" ? offer.vehicle_id : null;
  const target = vehicle
    ? { href: localePath(locale, vehiclePath(vehicle)), label: t("car") }
    : { href: localePath(locale, LOG_PATH), label: t("garage") };
  return <AnsweredLink title={t("metaTitle")} text={t(`answers.${offer.state}`)} target={target} />;
}
