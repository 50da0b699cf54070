import { CalendarPlus, IdCard, MapPin, Share2 } from "lucide";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ConfirmPanel } from "@/components/events/registrations/confirm-panel";
import { EventLine } from "@/components/events/registrations/event-line";
import { NextStep } from "@/components/events/registrations/registration-state";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { SignPlate } from "@/components/ui/sign-plate";
import { calendarPath, eventMoment, eventPath, eventWhen } from "@/lib/events/events/rules";
import { callerAddress } from "@/lib/platform/caller";
import { env } from "@/lib/platform/env";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { readRegistration } from "@/lib/events/registrations/queries";
import { badgePath, isConfirmable, STATUS_PATH, statusPath, translated } from "@/lib/events/registrations/rules";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { qrImage } from "../../../pix-payments";
import { secretMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("events/registrations.success", "title");

/** Confirmation after the form, the same at every reload; without a valid link it leads to the look-up. */
export default async function SuccessPage({ searchParams }: Props) {
  await takeAttempt("registrationPage", await callerAddress());
  const [{ acesso, codigo }, locale] = [await searchParams, await getLocale()];
  const token = typeof acesso === "string" ? acesso : "";
  const page = await readRegistration(token);
  const code = typeof codigo === "string" && /^[A-Z2-9]{8}$/.test(codigo) ? `?codigo=${codigo}` : "";
  if (!page) redirect(localePath(locale, STATUS_PATH + code));
  if (page.status === "unconfirmed") return <Unconfirmed token={token} page={page} locale={locale} />;
  const t = await getTranslations("events/registrations.success");
  const status = new URL(localePath(locale, statusPath(token)), env.NEXT_PUBLIC_SITE_URL).href;
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
      <SignPlate as="section" kind="route" className="grid items-center gap-6 p-8 sm:grid-cols-[1fr_auto]">
        <div className="grid gap-2">
          <h1 className="text-4xl">{t("title")}</h1>
          <p>{t("code")}</p>
          <p className="font-display text-5xl tabular" data-code={page.code}>
            {page.code}
          </p>
          <p>{t("keep")}</p>
        </div>
        <img src={await qrImage(status)} alt={t("qr")} width={176} height={176} className="rounded-xl bg-white p-2" />
      </SignPlate>
      <p className="text-sm text-muted">{t("qrNote")}</p>
      <section className="grid gap-3">
        <h2 className="text-2xl">{t("next")}</h2>
        <p className="text-lg">
          <NextStep page={page} locale={locale} />
        </p>
        <Actions token={token} page={page} locale={locale} />
      </section>
      <EventLine event={page.event} locale={locale} />
    </main>
  );
}

type ViewProps = { token: string; page: RegistrationPage; locale: Locale };

/** Nothing is reserved yet: the mail with the button was sent. */
async function Unconfirmed({ token, page, locale }: ViewProps) {
  const t = await getTranslations("events/registrations");
  const until = eventMoment(page.held_until ?? "", page.event.time_zone, locale);
  const isOpen = isConfirmable(page);
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
      <SignPlate as="section" kind="warning" className="grid gap-3 p-8">
        <h1 className="text-4xl">{t(isOpen ? "confirm.title" : "status.names.unconfirmed")}</h1>
        <p className="text-lg wrap-anywhere">
          {isOpen ? t("confirm.lead", { email: page.masked_email, until }) : t("nextStep.unconfirmedOver")}
        </p>
        <p>
          {t("success.code")}{" "}
          <strong className="tabular" data-code={page.code}>
            {page.code}
          </strong>
        </p>
      </SignPlate>
      <ConfirmPanel token={token} page={page} locale={locale} />
      <EventLine event={page.event} locale={locale} />
    </main>
  );
}

async function Actions({ token, page, locale }: ViewProps) {
  const t = await getTranslations("events/registrations.success");
  const { event } = page;
  const title = translated(event.translations, "title", locale, event.title);
  const url = new URL(localePath(locale, eventPath(event.slug)), env.NEXT_PUBLIC_SITE_URL).href;
  const text = t("shareText", {
    event: title,
    date: eventWhen(event, locale),
    town: event.town,
    url,
  });
  const isHeld = page.status === "offered" || page.status === "awaiting_payment";
  const to = (path: string) => localePath(locale, path);
  return (
    <p className="flex flex-wrap gap-3">
      <a href={to(statusPath(token))} className={buttonClass({ look: isHeld ? "primary" : "outline" })}>
        {isHeld && page.price_cents > 0 ? t("pay") : t("status")}
      </a>
      {page.status === "confirmed" && (
        <a href={to(badgePath(token))} className={buttonClass({ look: "faixa" })}>
          <Icon of={IdCard} className="size-5" /> {t("badge")}
        </a>
      )}
      <a href={to(calendarPath(event.slug))} className={buttonClass()}>
        <Icon of={CalendarPlus} className="size-5" /> {t("calendar")}
      </a>
      <a href={whatsappShare(text)} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
        <Icon of={Share2} className="size-5" /> {t("share")}
      </a>
      {event.lat !== null && event.lng !== null && (
        <a
          href={`https://www.google.com/maps/dir/?api=1&destination=${event.lat},${event.lng}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass()}
        >
          <Icon of={MapPin} className="size-5" /> {t("way")}
        </a>
      )}
    </p>
  );
}
