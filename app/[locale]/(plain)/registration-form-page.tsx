import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { permanentRedirect } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { EventLine } from "@/components/events/registrations/event-line";
import { PayerNotice } from "@/components/events/recipients/payer-notice";
import { RegistrationForm } from "@/components/events/registrations/registration-form";
import { RegistrationConsent } from "@/components/events/registrations/registration-consent";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { listUpcomingEvents, movedSlug, readEventNow, type PublicEvent } from "@/lib/events/events/queries";
import { HUB_PATH, registrationState, isExhibitor, isPast, isVisitor } from "@/lib/events/events/rules";
import { eventFileUrl } from "@/lib/platform/media/rules";
import type { RegistrationKind } from "@/lib/events/events/schema";
import { getCollecting } from "@/lib/events/recipients/queries";
import { isEventPayable, isPaymentStopped } from "@/lib/events/recipients/rules";
import { getPaymentSettings } from "@/lib/commerce/payments/queries";
import { isPayable } from "@/lib/commerce/payments/rules";
import { currentAccount } from "@/lib/platform/auth/account";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getOwnProfile } from "@/lib/accounts/accounts/queries";
import { callerAddress } from "@/lib/platform/caller";
import { takeAttempt } from "@/lib/platform/rate-limit";
import type { OrderChoice, OrderOffer } from "@/lib/events/registrations/orders/schema";
import { readOrderOffer } from "@/lib/events/registrations/orders/queries";
import { readForms, readSharedDraft } from "@/lib/events/registrations/queries";
import { fieldsIn, fileNames } from "@/lib/events/registrations/questions/rules";
import type { RegistrationForm as Form, StoredDraft } from "@/lib/events/registrations/questions/schema";
import { formPath, queryOf, registrationPath, translated } from "@/lib/events/registrations/rules";

export type FormPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function formMetadata(kind: RegistrationKind): Promise<Metadata> {
  const t = await getTranslations("events/registrations");
  return {
    title: `${t("start.metaTitle")}: ${t(`kinds.${kind}`)} | LACAMBECHE`,
    description: t(`kindLead.${kind}`),
    robots: { index: false },
    // The address may contain the link of a draft.
    referrer: "no-referrer",
  };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? "";

type Type = PublicEvent["event_registration_types"][number];

/** The kind of the event that the address names and that takes registrations now, or perhaps with an invitation. */
function openType(event: PublicEvent | null, kind: RegistrationKind, wanted: string, code: string): Type | null {
  const invited = (event?.event_registration_types ?? []).find((type) => type.kind === kind && type.id === wanted);
  if (code && event?.status === "published" && invited && !isPast(event, Date.now())) return invited;
  const open = (event?.event_registration_types ?? []).filter(
    (type) =>
      type.kind === kind && event && ["open", "waiting_list"].includes(registrationState(type, event, Date.now())),
  );
  return open.find(({ id }) => id === wanted) ?? open[0] ?? null;
}

/** The page of one of the five forms; without an event it lists those that take this kind. */
export async function FormPage({ kind, searchParams }: FormPageProps & { kind: RegistrationKind }) {
  const search = await searchParams;
  const { evento, tipo, rascunho, codigo } = search;
  const t = await getTranslations("events/registrations");
  const slug = first(evento).slice(0, 120);
  const event = slug ? await readEventNow(slug) : null;
  const moved = slug && !event ? await movedSlug(slug) : null;
  if (moved) {
    const path = formPath(kind, moved, "").split("?", 1)[0]!;
    permanentRedirect(localePath(await getLocale(), path) + queryOf({ ...search, evento: moved }));
  }
  const code = first(codigo).slice(0, 30);
  const type = openType(event, kind, first(tipo), code);
  const token = first(rascunho);
  if (token) await takeAttempt("registrationPage", await callerAddress());
  const found = token ? await readSharedDraft(token) : null;
  const draft = found?.type === type?.id ? found : null;
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
      <header className="grid gap-2">
        <h1 className="display-1">{t(`kinds.${kind}`)}</h1>
        {!type && <p className="text-lg text-muted">{slug ? t("choose.gone") : t("choose.lead")}</p>}
      </header>
      {token && type && !draft && (
        <p role="status" className="rounded-lg border-2 border-faixa p-3">
          {t("start.draftGone")}
        </p>
      )}
      {event && type ? (
        <OpenForm event={event} type={type} kind={kind} draft={draft} code={code} />
      ) : (
        <EventChoice kind={kind} />
      )}
    </main>
  );
}

async function prefill() {
  const account = await currentAccount();
  if (!account) return { full_name: "", email: "", phone: "" };
  const profile = await getOwnProfile(await createSessionClient(), account.id);
  return { full_name: profile.full_name ?? "", email: account.email ?? "", phone: profile.phone ?? "" };
}

/** What the form offers for an order. Other people have the kinds that are open and have no waiting list now. */
function orderChoice(
  event: PublicEvent,
  type: Type,
  forms: readonly Form[],
  offer: OrderOffer | null,
  locale: Locale,
): OrderChoice | null {
  if (!offer) return null;
  const takesHalfPrice = ({ kind, price_cents: cents }: Type) =>
    isVisitor(kind) && cents > 0 && offer.half_prices.length > 0;
  const kinds = event.event_registration_types.flatMap((one) => {
    const form = forms.find(({ type: id }) => id === one.id);
    const isOpen = registrationState(one, event, Date.now()) === "open" && !form?.hasWaiting;
    if (!isOpen || offer.max_people < 2) return [];
    const fields = fieldsIn(locale, form?.fields ?? []);
    return {
      id: one.id,
      kind: one.kind,
      name: translated(one.translations, "name", locale, one.name),
      price_cents: one.price_cents,
      takesHalfPrice: takesHalfPrice(one),
      max_vehicles: one.max_vehicles,
      max_companions: one.max_companions,
      classes: one.classes,
      version: form?.version ?? null,
      fields: fields.filter(({ kind }) => kind !== "file"),
      stands: form?.stands ?? [],
      sendsDocuments: one.required_documents.length > 0 || fileNames(fields).length > 0,
    };
  });
  return { offer, kinds, takesHalfPrice: takesHalfPrice(type) };
}

type OpenProps = { event: PublicEvent; type: Type; kind: RegistrationKind; draft: StoredDraft | null; code: string };

async function OpenForm({ event, type, kind, draft, code }: OpenProps) {
  const [locale, messages, forms, offer, person, settings, collecting] = await Promise.all([
    getLocale(),
    getMessages(),
    readForms(event.id),
    readOrderOffer(event.id),
    prefill(),
    getPaymentSettings(),
    getCollecting(event.id),
  ]);
  const { "events/registrations": texts, "events/orders": orderTexts } = messages;
  const t = await getTranslations("events/registrations");
  const kindName = translated(type.translations, "name", locale, type.name);
  const isChecking = isPaymentStopped(collecting);
  if (type.price_cents > 0 && !isEventPayable(collecting, isPayable(settings)))
    return (
      <>
        <EventLine event={event} locale={locale} kindName={kindName} />
        {isChecking ? (
          <PayerNotice collecting={collecting} />
        ) : (
          <p role="status" className="rounded-lg border-2 border-faixa p-4 text-lg">
            {t("start.unpayable")}
          </p>
        )}
      </>
    );
  const form = forms.find((one) => one.type === type.id);
  const isWaiting = form?.hasWaiting || registrationState(type, event, Date.now()) === "waiting_list";
  return (
    <>
      <EventLine event={event} locale={locale} kindName={kindName} />
      {(type.price_cents > 0 || offer?.addons.some(({ price_cents: cents }) => cents > 0)) && (
        <PayerNotice collecting={collecting} />
      )}
      {isExhibitor(kind) && event.min_vehicle_age !== null && event.min_vehicle_age > 0 && (
        <p className="rounded-lg border-2 border-faixa p-3">{t("start.minAge", { years: event.min_vehicle_age })}</p>
      )}
      {type.chooses_stand && event.stand_map_path && (
        <img
          src={eventFileUrl(event.stand_map_path)}
          alt={t("form.standMap")}
          className="w-full rounded-xl border-2 border-line"
        />
      )}
      <RegistrationForm
        texts={{
          form: texts.form,
          problem: texts.problem,
          validation: texts.validation,
          documentNames: texts.documentNames,
          order: orderTexts.form,
        }}
        consent={<RegistrationConsent />}
        locale={locale}
        kind={kind}
        type={{
          id: type.id,
          price_cents: type.price_cents,
          max_vehicles: type.max_vehicles,
          max_companions: type.max_companions,
          requires_approval: type.requires_approval,
          required_documents: type.required_documents,
          classes: type.classes,
        }}
        version={form?.version ?? null}
        fields={fieldsIn(locale, form?.fields ?? [])}
        stands={form?.stands ?? []}
        isWaiting={Boolean(isWaiting)}
        order={orderChoice(event, type, forms, offer, locale)}
        sharedDraft={draft}
        prefill={{ ...person, code }}
      />
    </>
  );
}

/** Events that take this kind of registration now. */
async function EventChoice({ kind }: { kind: RegistrationKind }) {
  const [t, locale, events] = [
    await getTranslations("events/registrations"),
    await getLocale(),
    await listUpcomingEvents(),
  ];
  const open = events.filter((event) =>
    event.event_registration_types.some(
      (type) => type.kind === kind && ["open", "waiting_list"].includes(registrationState(type, event, Date.now())),
    ),
  );
  if (open.length === 0)
    return (
      <Card className="grid gap-4">
        <p className="text-lg">{t("choose.none")}</p>
        <Link href={localePath(locale, HUB_PATH)} className={buttonClass({ className: "w-fit" })}>
          {t("choose.events")}
        </Link>
      </Card>
    );
  return (
    <ul className="grid gap-4">
      {open.map((event) => {
        const types = event.event_registration_types.filter((type) => type.kind === kind);
        const path = types.length === 1 ? `${formPath(kind, event.slug, "")}` : registrationPath(event.slug);
        return (
          <li key={event.id}>
            <EventLine event={event} locale={locale} href={localePath(locale, path)} action={t("start.register")} />
          </li>
        );
      })}
    </ul>
  );
}
