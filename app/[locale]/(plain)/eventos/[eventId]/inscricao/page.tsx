import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { EventLine } from "@/components/events/registrations/event-line";
import { KindCard } from "@/components/events/registrations/kind-card";
import { PayerNotice } from "@/components/events/recipients/payer-notice";
import { buttonClass } from "@/components/ui/button-class";
import { movedSlug, readEventNow, readPublicEvent } from "@/lib/events/events/queries";
import { isPast } from "@/lib/events/events/rules";
import { getCollecting } from "@/lib/events/recipients/queries";
import { isEventPayable } from "@/lib/events/recipients/rules";
import { getPaymentSettings } from "@/lib/commerce/payments/queries";
import { isPayable } from "@/lib/commerce/payments/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { queryOf, registrationPath, STATUS_PATH, translated } from "@/lib/events/registrations/rules";

type Props = {
  params: Promise<{ eventId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const [t, event] = [
    await getTranslations("events/registrations.start"),
    await readPublicEvent((await params).eventId),
  ];
  return { title: `${t("metaTitle")}${event ? `: ${event.title}` : ""} | LACAMBECHE`, robots: { index: false } };
}

/** Start of a registration: the kinds of the event with price, places and state. */
export default async function RegistrationStartPage({ params, searchParams }: Props) {
  const { eventId } = await params;
  const event = await readEventNow(eventId);
  if (!event) {
    const moved = await movedSlug(eventId);
    if (!moved) notFound();
    permanentRedirect(localePath(await getLocale(), registrationPath(moved)) + queryOf(await searchParams));
  }
  const [t, locale] = [await getTranslations("events/registrations.start"), await getLocale()];
  const collecting = await getCollecting(event.id);
  const payable = isEventPayable(collecting, isPayable(await getPaymentSettings()));
  const types = isPast(event, Date.now()) ? [] : event.event_registration_types;
  return (
    <main id="conteudo" className="page grid max-w-4xl content-start gap-6 py-8">
      <header className="grid gap-2">
        <h1 className="display-1 wrap-anywhere">
          {t("title", { event: translated(event.translations, "title", locale, event.title) })}
        </h1>
        <p className="text-lg text-muted">
          {event.status === "cancelled" ? t("cancelled") : types.length > 0 ? t("lead") : t("none")}
        </p>
      </header>
      <EventLine event={event} locale={locale} />
      {types.some(({ price_cents: cents }) => cents > 0) && event.status !== "cancelled" && (
        <PayerNotice collecting={collecting} />
      )}
      {event.status !== "cancelled" && (
        <ul className="grid gap-4 sm:grid-cols-2">
          {types.map((type) => (
            <KindCard key={type.id} type={type} event={event} locale={locale} now={Date.now()} isPayable={payable} />
          ))}
        </ul>
      )}
      <Link href={localePath(locale, STATUS_PATH)} className={buttonClass({ className: "w-fit" })}>
        {t("status")}
      </Link>
    </main>
  );
}
