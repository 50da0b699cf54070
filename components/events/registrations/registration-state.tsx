import { getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { SignPlate } from "@/components/ui/sign-plate";
import { eventMoment, eventWhen } from "@/lib/events/events/rules";
import { formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { isConfirmable, isUnderReview, shownStatus, stepsOf, translated } from "@/lib/events/registrations/rules";
import type { RegistrationPage, RegistrationStatus } from "@/lib/events/registrations/schema";
import type { SignKind } from "@/components/geo/map/model";

type Props = { page: RegistrationPage; locale: Locale };

const PLATE: Record<RegistrationStatus, SignKind> = {
  unconfirmed: "warning",
  pending: "service",
  waitlisted: "service",
  offered: "warning",
  awaiting_payment: "warning",
  confirmed: "route",
  rejected: "attraction",
  cancelled: "attraction",
  expired: "attraction",
};

/** What happens next with a registration, as one sentence. */
export async function NextStep({ page, locale }: Props) {
  const t = await getTranslations("events/registrations.nextStep");
  const until = page.held_until ? eventMoment(page.held_until, page.event.time_zone, locale) : "";
  if (page.status === "unconfirmed" && isConfirmable(page))
    return t(page.access === "manage" ? "unconfirmedHere" : "unconfirmed", { until });
  if (page.status === "unconfirmed") return t("unconfirmedOver");
  if (page.status === "pending" && page.missing_documents.length > 0) return t("documents");
  if (page.status === "waitlisted") return t("waitlisted", { position: page.waiting_position ?? 1 });
  const status = shownStatus(page.status, isUnderReview(page));
  if (status === "review" || status === "offered" || status === "awaiting_payment") return t(status, { until });
  return t(page.status);
}

/** Status, next step and timeline. */
export async function RegistrationState({ page, locale }: Props) {
  const t = await getTranslations("events/registrations.status");
  const { steps, done } = stepsOf(page.status, page.price_cents, page.history);
  return (
    <>
      <SignPlate as="section" kind={PLATE[page.status]} role="status" data-status={page.status} className="px-7 py-6">
        <p className="tabular">{page.code}</p>
        <h1 className="text-3xl">{t(`names.${shownStatus(page.status, isUnderReview(page))}`)}</h1>
        <p className="mt-1 max-w-2xl text-lg">
          <NextStep page={page} locale={locale} />
        </p>
      </SignPlate>
      {page.event.status === "cancelled" && (
        <p className="rounded-lg border-2 border-danger p-3">{t("eventCancelled")}</p>
      )}
      {page.event.status === "postponed" && (
        <p className="rounded-lg border-2 border-faixa p-3">{t("eventPostponed")}</p>
      )}
      {page.status_note && (
        <p className="rounded-lg bg-raised p-4 whitespace-pre-line">
          <strong className="block">{t("answer")}</strong>
          {page.status_note}
        </p>
      )}
      {done > 0 && (
        <ol aria-label={t("steps")} className="flex flex-wrap gap-x-6 gap-y-2">
          {steps.map((step, index) => (
            <li
              key={step}
              aria-current={index === done - 1 ? "step" : undefined}
              className={`flex items-center gap-2 ${index < done ? "font-semibold" : "text-muted"}`}
            >
              <span
                aria-hidden
                className={`grid size-8 place-items-center rounded-full border-2 ${index < done ? "border-rota bg-rota text-rota-ink" : "border-line"}`}
              >
                {index < done ? "✓" : index + 1}
              </span>
              {t(`step.${step}`)}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** Event, person, vehicles and price, and the contact of the organiser. */
export async function RegistrationFacts({ page, locale }: Props) {
  const t = await getTranslations("events/registrations.status");
  const { event } = page;
  const facts: [string, string | null][] = [
    [t("event"), translated(event.translations, "title", locale, event.title)],
    [t("when"), eventWhen(event, locale)],
    [t("where"), [event.venue, `${event.town}/${event.state_abbr}`].filter(Boolean).join(", ")],
    [t("kind"), translated(page.kind_translations, "name", locale, page.kind_name)],
    [t("person"), [page.full_name, page.company].filter(Boolean).join(", ")],
    [t("mail"), page.masked_email],
    [t("people"), page.companions.join(", ")],
    [t("cars"), page.vehicles.map(({ make, model, year }) => `${make} ${model} ${year}`).join(", ")],
    [t("stand"), page.stand],
    [t("price"), page.price_cents > 0 ? formatMoney(page.price_cents, locale) : null],
  ];
  const rows = facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
  const contact = event.organizer_email
    ? `mailto:${event.organizer_email}`
    : event.organizer_phone && `tel:${event.organizer_phone}`;
  return (
    <Card className="grid gap-4">
      <CardTitle>{t("facts")}</CardTitle>
      <FactList rows={rows} />
      {contact && (
        <a href={contact} className="w-fit text-link underline underline-offset-4">
          {t("contact")}: {event.organizer_name}
        </a>
      )}
    </Card>
  );
}
