import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { EventForm } from "@/app/[locale]/event-form";
import { OwnEvents } from "@/components/events/publishing/own-events";
import { TemplateChoice } from "@/components/events/publishing/template-choice";
import { CentreLine } from "@/components/ui/centre-line";
import { getOwnProfile } from "@/lib/accounts/accounts/queries";
import { formValues, listOwnEvents, readSavedEvent } from "@/lib/events/publishing/queries";
import { eventStep, type FormValues } from "@/lib/events/publishing/rules";
import { firstTemplateDay, templateOf, templateValues } from "@/lib/events/publishing/templates/rules";
import { isEventId } from "@/lib/events/events/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { brazilianDay } from "@/lib/platform/dates";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { StateAbbr } from "@/lib/geo/states/rules";

type Search = Partial<Record<"etapa" | "modelo", string | string[]>>;
type Props = { path: string; state: StateAbbr | null; eventId?: string; search?: Search };
type Client = Awaited<ReturnType<typeof createSessionClient>>;

type Person = { id: string; email?: string | null | undefined };

/** Values of the event that is edited; of a new one the state and the contact of the account, and its template. */
async function firstValues(client: Client, account: Person, { state, eventId, search }: Props, locale: Locale) {
  if (eventId !== undefined) {
    const event = isEventId(eventId) ? await readSavedEvent(client, eventId) : null;
    return event && event.status !== "cancelled" ? formValues(event, event.publishes_directly) : notFound();
  }
  const { full_name: name, phone, home_state: home } = await getOwnProfile(client, account.id);
  const values = {
    kind: "meeting",
    state_abbr: state ?? home,
    organizer_name: name,
    organizer_phone: phone,
    organizer_email: account.email,
  };
  const own = Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as FormValues;
  const template = templateOf(search?.modelo);
  return template
    ? { ...own, ...templateValues(template, locale, firstTemplateDay(brazilianDay(Date.now()))), template }
    : own;
}

/** The account's own events and the form of an event, for all states or one. */
export async function PublishEvent(props: Props) {
  const account = await requireAccount(props.path);
  const client = await createSessionClient();
  const t = await getTranslations("events/publishing");
  const locale = await getLocale();
  const [events, initial] = await Promise.all([
    listOwnEvents(client, account.id),
    firstValues(client, account, props, locale),
  ]);
  const firstStep = eventStep(props.search?.etapa);
  return (
    <main id="conteudo" className="page grid gap-6 py-8">
      <header>
        <h1 className="display-1">{initial.id ? t("page.editTitle") : t("page.title")}</h1>
        <p className="mt-2 text-lg text-muted">{t("page.lead")}</p>
      </header>
      <CentreLine />
      {!initial.id && <OwnEvents events={events} />}
      {!initial.id && <TemplateChoice path={props.path} current={initial.template} />}
      <EventForm initial={initial} {...(firstStep && { firstStep })} />
    </main>
  );
}
