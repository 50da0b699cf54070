import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { BadgeImage } from "@/components/events/registrations/badge-image";
import { BadgeSheet, DashCard } from "@/components/events/registrations/badge-sheet";
import { WindscreenCard } from "@/components/events/registrations/windscreen-card";
import { PrintButton } from "@/components/events/registrations/print-button";
import { buttonClass } from "@/components/ui/button-class";
import { signEventCode } from "@/lib/events/codes/service";
import { votePath } from "@/lib/events/votes/rules";
import { eventWhen } from "@/lib/events/events/rules";
import { siteUrl } from "@/lib/platform/site-url";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { callerAddress } from "@/lib/platform/caller";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { readBadge } from "@/lib/events/registrations/queries";
import { BADGE_SIZES, badgeSizeOf, screenZoom, sizesOf, type BadgeSize } from "@/lib/events/registrations/badges/rules";
import { badgePath, STATUS_PATH, TICKETS_PATH, translated } from "@/lib/events/registrations/rules";
import type { Badge } from "@/lib/events/registrations/schema";
import { qrImage } from "../../../../pix-payments";
import { secretMetadata } from "@/app/[locale]/page-metadata";

type Props = {
  params: Promise<{ registrationId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("events/registrations.badge", "metaTitle");

/** The badge of a registration, for its signed-in owner or by secret link. */
export default async function BadgePage({ params, searchParams }: Props) {
  const caller = await callerAddress();
  await takeGuess("registrationPage", "registration", caller);
  const { registrationId: key } = await params;
  const badge = await readBadge(key);
  if (!badge) {
    await countRefused("registration", caller);
    notFound();
  }
  if (badge.status !== "confirmed") return <PendingBadge badge={badge} />;
  const locale = await getLocale();
  const size = badgeSizeOf((await searchParams).tamanho, badge);
  const code = await signEventCode({
    registrationId: badge.id,
    eventId: badge.event_id,
    badgeVersion: badge.badge_version,
  });
  const qr = await qrImage(code);
  const isOwn = key === badge.id;
  return <OwnBadge address={badgePath(key)} isOwn={isOwn} badge={badge} size={size} qr={qr} locale={locale} />;
}

async function PendingBadge({ badge }: { badge: Badge }) {
  const [t, locale] = [await getTranslations("events/registrations.badge"), await getLocale()];
  return (
    <main id="conteudo" className="page grid max-w-2xl content-start gap-6 py-8">
      <h1 className="display-1 wrap-anywhere">{t("title", { name: badge.full_name })}</h1>
      <p className="text-lg">{t("pending")}</p>
      <Link href={localePath(locale, STATUS_PATH)} className={buttonClass({ className: "w-fit" })}>
        {t("status")}
      </Link>
    </main>
  );
}

/** QR codes of the cards of the cars. */
const carCodes = async (badge: Badge, qr: string): Promise<string[]> =>
  badge.event.has_votes
    ? Promise.all(badge.vehicles.map(({ id }) => qrImage(siteUrl(votePath(id)))))
    : badge.vehicles.map(() => qr);

/** `isOwn`: opened by its id, with an account. */
type OwnProps = { address: string; isOwn: boolean; badge: Badge; size: BadgeSize; qr: string; locale: Locale };

async function OwnBadge({ address, isOwn, badge, size, qr, locale }: OwnProps) {
  const t = await getTranslations("events/registrations.badge");
  const title = translated(badge.event.translations, "title", locale, badge.event.title);
  const date = eventWhen(badge.event, locale);
  const { width, height, isOfCar } = BADGE_SIZES[size];
  const isWindscreen = size === "windscreen";
  const codes = isOfCar ? await carCodes(badge, qr) : [];
  const kindName = translated(badge.kind_translations, "name", locale, badge.kind_name);
  return (
    <main id="conteudo" className="page grid content-start gap-6 py-8 print:p-0">
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }\n${screenZoom(size)}`}</style>
      <header className="grid gap-4" data-print="hide">
        <h1 className="display-1 wrap-anywhere">{t("title", { name: badge.full_name })}</h1>
        <p className="max-w-2xl text-lg text-muted">{t("lead")}</p>
        <nav aria-label={t("size")} className="flex flex-wrap gap-2">
          {sizesOf(badge.kind).map((one) => (
            <Link
              key={one}
              href={localePath(locale, `${address}?tamanho=${one}`)}
              aria-current={one === size ? "page" : undefined}
              className={buttonClass({ look: one === size ? "current" : "outline" })}
            >
              {t(`sizes.${one}`)}
            </Link>
          ))}
        </nav>
        {isOfCar && <p className="text-muted">{t(isWindscreen ? "windscreenNote" : "dashNote")}</p>}
        <p className="flex flex-wrap gap-3">
          <PrintButton label={t("print")} />
          <BadgeImage
            label={t("image")}
            qr={qr}
            name={badge.full_name}
            failed={t("imageFailed")}
            event={title}
            lines={[date, kindName, badge.club ?? badge.company ?? ""]}
          />
        </p>
        <p className="text-muted">
          {isOwn ? (
            <>
              {t("offlineOwn")}{" "}
              <Link href={localePath(locale, TICKETS_PATH)} className="text-link underline underline-offset-4">
                {t("tickets")}
              </Link>
            </>
          ) : (
            t("offline")
          )}
        </p>
      </header>
      <div className="max-w-full overflow-x-auto print:overflow-visible">
        {isWindscreen && <WindscreenCard badge={badge} codes={codes} title={title} kindName={kindName} />}
        {isOfCar && !isWindscreen && <DashCard badge={badge} size={size} codes={codes} title={title} date={date} />}
        {!isOfCar && <BadgeSheet badge={badge} size={size} qr={qr} title={title} date={date} kindName={kindName} />}
      </div>
    </main>
  );
}
