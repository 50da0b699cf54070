import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { getEventTexts } from "@/components/events/publishing/get-event-texts";
import { OwnEvents } from "@/components/events/publishing/own-events";
import { mayHavePrices } from "@/app/[locale]/may-have-prices";
import { PublishForm } from "@/components/events/publishing/publish-form";
import { CentreLine } from "@/components/ui/centre-line";
import { getOwnProfile } from "@/lib/accounts/accounts/queries";
import { formValues, listMunicipalities, listOwnEvents, readSavedEvent } from "@/lib/events/publishing/queries";
import type { FormValues } from "@/lib/events/publishing/rules";
import { isEventId } from "@/lib/events/events/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { createSessionClient } from "@/lib/platform/supabase/session";
import type { StateAbbr } from "@/lib/geo/states/rules";

type Props = { path: string; state: StateAbbr | null; eventId?: string };
type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** Values of the event that is edited; of a new one the state and the contact of the account. */
async function firstValues(client: Client, accountId: string, email: string | null, { state, eventId }: Props) {
  if (eventId !== undefined) {
    const event = isEventId(eventId) ? await readSavedEvent(client, eventId) : null;
    return event && event.status !== "cancelled" ? formValues(event, event.publishes_directly) : notFound();
  }
  const { full_name: name, phone, home_state: home } = await getOwnProfile(client, accountId);
  const values = {
    kind: "meeting",
    state_abbr: state ?? home,
    organizer_name: name,
    organizer_phone: phone,
    organizer_email: email,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as FormValues;
}

/** The account's own events and the form of an event, for all states or one. */
export async function PublishEvent(props: Props) {
  const account = await requireAccount(props.path);
  const client = await createSessionClient();
  const t = await getTranslations("events/publishing");
  const [locale, { "panel/records": records }, texts, events, initial] = await Promise.all([
    getLocale(),
    getMessages(),
    getEventTexts(),
    listOwnEvents(client, account.id),
    firstValues(client, account.id, account.email ?? null, props),
  ]);
  return (
    <main id="conteudo" className="page grid gap-6 py-8">
      <header>
        <h1 className="display-1">{initial.id ? t("page.editTitle") : t("page.title")}</h1>
        <p className="mt-2 text-lg text-muted">{t("page.lead")}</p>
      </header>
      <CentreLine />
      {!initial.id && <OwnEvents events={events} />}
      <NextIntlClientProvider messages={{ "panel/records": { image: records.image } }}>
        <PublishForm
          isPayable={await mayHavePrices(initial.id)}
          locale={locale}
          texts={texts}
          initial={initial}
          towns={initial.state_abbr ? listMunicipalities(initial.state_abbr as StateAbbr) : []}
        />
      </NextIntlClientProvider>
    </main>
  );
}
