import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import type { PublicEvent } from "@/lib/events/events/queries";
import { eventMoment, registrationState, isExhibitor, type DocumentKind } from "@/lib/events/events/rules";
import type { RegistrationKind } from "@/lib/events/events/schema";
import { formatMoney } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { formPath } from "@/lib/events/registrations/rules";
import { PlacesLeft } from "./places-left";
import { RegistrationBadge } from "./registration-badge";

type Type = PublicEvent["event_registration_types"][number];

type Props = { event: PublicEvent; isPreview: boolean };

/** Kinds of registration with price, conditions and state; in a preview nobody registers. */
export async function EventTypes({ event, isPreview }: Props) {
  const t = await getTranslations("events/events.page");
  const types = event.event_registration_types;
  const isOver = Date.parse(event.ends_at) <= Date.now();
  return (
    <section id="inscricoes" className="mt-10 scroll-mt-20">
      <h2 className="display-2">{t("registrations")}</h2>
      {types.length === 0 ? (
        <p className="mt-2 text-lg text-muted">{t("noRegistrations")}</p>
      ) : (
        <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {types.map((type) => (
            <li key={type.id}>
              <TypeCard type={type} event={event} isOver={isOver} isPreview={isPreview} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

async function TypeCard({ type, event, isOver, isPreview }: Props & { type: Type; isOver: boolean }) {
  const t = await getTranslations("events/events");
  const locale = await getLocale();
  const kind = type.kind as RegistrationKind;
  const state = registrationState(type, event, Date.now());
  const moment = (at: string) => eventMoment(at, event.time_zone, locale, { dateStyle: "medium", timeStyle: "short" });
  const isOffered = !isOver && (state === "open" || state === "waiting_list" || state === "full");
  const words = {
    one: t.raw("page.placesOne") as string,
    other: t.raw("page.placesOther") as string,
    none: type.has_waiting_list ? t("page.placesWaiting") : t("page.placesNone"),
  };
  return (
    <article className="flex h-full flex-col gap-2 rounded-2xl border-2 border-line bg-surface p-4">
      <p className="text-sm text-muted">{t(`registration.${kind}`)}</p>
      <h3 className="text-xl wrap-anywhere">{translated(type, "name", locale).text}</h3>
      <p className="font-display text-3xl">
        {type.price_cents === 0 ? t("page.free") : formatMoney(type.price_cents, locale)}
      </p>
      <p>
        <RegistrationBadge
          label={t("page.registration")}
          state={state}
          opensAt={type.opens_at}
          timeZone={event.time_zone}
        />
      </p>
      {isOffered && type.capacity !== null && <PlacesLeft eventId={event.id} typeId={type.id} words={words} />}
      <ul className="grid gap-1 text-muted">
        {isOffered &&
          type.next_prices.map(({ starts_at: at, price_cents: cents }) => (
            <li key={at}>{t("page.nextPrice", { date: moment(at), price: formatMoney(cents, locale) })}</li>
          ))}
        {type.requires_approval && <li>{t("page.approval")}</li>}
        {type.max_vehicles > 1 && isExhibitor(kind) && <li>{t("page.vehicles", { count: type.max_vehicles })}</li>}
        {type.max_companions > 0 && <li>{t("page.companions", { count: type.max_companions })}</li>}
        {type.chooses_stand && <li>{t("page.choosesStand")}</li>}
        {type.required_documents.map((document) => (
          <li key={document}>{t("page.document", { name: documentName(t, document) })}</li>
        ))}
        {isOffered && type.closes_at && <li>{t("page.closes", { date: moment(type.closes_at) })}</li>}
        {state === "not_yet" && type.opens_at && <li>{t("opensOn", { date: moment(type.opens_at) })}</li>}
      </ul>
      {isOffered && (state !== "full" || type.has_waiting_list) && (
        <Link
          href={localePath(locale, formPath(kind, event.slug, type.id))}
          data-print="hide"
          inert={isPreview}
          className={buttonClass({ look: "primary", size: "lg", className: "mt-auto w-fit" })}
        >
          {state === "waiting_list" ? t("page.joinWaiting") : t("page.register")}
        </Link>
      )}
    </article>
  );
}

type Words = Awaited<ReturnType<typeof getTranslations<"events/events">>>;

/** Name of a document; a kind that this list does not have is shown as it is stored. */
function documentName(t: Words, document: string): string {
  const key = `document.${document as DocumentKind}` as const;
  return t.has(key) ? t(key) : document.replaceAll("_", " ");
}
