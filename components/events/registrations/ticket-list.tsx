import { CalendarPlus, IdCard, SquarePen } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { FactList } from "@/components/ui/fact-list";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { calendarPath, daysOf, eventMoment, eventPath, eventWhen } from "@/lib/events/events/rules";
import type { OwnRegistration } from "@/lib/events/registrations/queries";
import { badgePath, ownPagePath, shownStatus, translated } from "@/lib/events/registrations/rules";
import type { RegistrationStatus } from "@/lib/events/registrations/schema";
import { formatDate, formatMoney } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { TicketCode } from "./ticket-code";

type Ticket = OwnRegistration & {
  /** Picture of the entrance code of a confirmed registration. */
  qr: string | null;
  /** Page of the certificate. */
  certificate: string | null;
  /** Whether a receipt or a card payment is being checked. */
  isReviewed: boolean;
};

/** Colour of the top of a ticket: green when it opens the gate, yellow when the person has to do something. */
const TOP: Partial<Record<RegistrationStatus, string>> = {
  confirmed: "bg-rota text-rota-ink",
  pending: "bg-primary text-primary-ink",
  waitlisted: "bg-primary text-primary-ink",
};

const statusOf = ({ status, isReviewed }: Ticket) => shownStatus(status as RegistrationStatus, isReviewed);

/** Words of a ticket in the language of the page. */
async function ticketWords(ticket: Ticket) {
  const [t, locale] = [await getTranslations("events/registrations"), await getLocale()];
  const { event, type, companions } = ticket;
  const days = event ? daysOf(event) : [];
  const dayName = (day: string) => formatDate(day, locale, { weekday: "long", day: "numeric", month: "long" });
  const people = t("badge.people", { count: ticket.places });
  return {
    title: event ? translated(event.translations, "title", locale, event.title) : t("tickets.noEvent"),
    kind: type ? translated(type.translations, "name", locale, type.name) : "",
    when: event ? eventWhen(event, locale) : "",
    days: days.length > 1 ? days.map(dayName).join(" · ") : "",
    place: event ? [event.venue, `${event.town}/${event.state_abbr}`].filter(Boolean).join(", ") : "",
    people: companions.length > 0 ? `${people}: ${companions.join(", ")}` : people,
    cars: ticket.registration_vehicles
      .toSorted((a, b) => a.position - b.position)
      .map(({ make, model, year }) => `${make} ${model} ${year}`)
      .join(", "),
    stand: ticket.stand ? t("badge.stand", { label: ticket.stand.label }) : "",
  };
}

/** Registrations for events to come, one card each, with the entrance code of confirmed ones. */
export function TicketList({ tickets }: { tickets: readonly Ticket[] }) {
  return (
    <ul className="grid gap-6">
      {tickets.map((ticket) => (
        <TicketCard key={ticket.id} ticket={ticket} />
      ))}
    </ul>
  );
}

async function TicketCard({ ticket }: { ticket: Ticket }) {
  const [t, locale, words] = [
    await getTranslations("events/registrations"),
    await getLocale(),
    await ticketWords(ticket),
  ];
  const { id, code, event, full_name: name, company, qr } = ticket;
  const status = statusOf(ticket);
  const facts: [string, string][] = [
    [t("status.when"), words.when],
    [t("tickets.days"), words.days],
    [t("status.where"), words.place],
    [t("status.person"), [name, company].filter(Boolean).join(", ")],
    [t("status.kind"), words.kind],
    [t("tickets.people"), words.people],
    [t("status.cars"), words.cars],
    [t("status.stand"), ticket.stand?.label ?? ""],
    [t("success.code"), code],
  ];
  const isUnpaid = status === "offered" || status === "awaiting_payment" || ticket.difference_cents > 0;
  return (
    <li
      aria-labelledby={`ingresso-${id}`}
      data-ticket={status}
      className="overflow-hidden rounded-2xl border-2 border-line bg-surface"
    >
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 ${TOP[ticket.status as RegistrationStatus] ?? "bg-faixa text-faixa-ink"}`}
      >
        <h3 id={`ingresso-${id}`} className="mr-auto text-2xl wrap-anywhere">
          {words.title}
        </h3>
        <span className="font-semibold">{t(`status.names.${status}`)}</span>
      </div>
      <div className="flex flex-col gap-5 p-5 sm:flex-row-reverse sm:items-start">
        {qr && (
          <div className="grid shrink-0 justify-items-center sm:w-64">
            <TicketCode
              id={id}
              qr={qr}
              code={code}
              name={name}
              event={words.title}
              about={[words.kind, words.people, words.cars, words.stand].filter(Boolean).join(" · ")}
              days={words.days || words.when}
              texts={{
                alt: t("badge.qr"),
                show: t("tickets.show"),
                close: t("tickets.close"),
                bright: t("tickets.bright"),
                private: t("own.codeNote"),
                codeLabel: t("success.code"),
              }}
            />
          </div>
        )}
        <div className="grid min-w-0 grow gap-4">
          <TicketNotes ticket={ticket} status={status} />
          <FactList rows={facts.filter(([, value]) => value)} className="sm:grid-cols-[8rem_1fr]" />
          <p className="flex flex-wrap gap-2">
            <a
              href={ownPagePath(id, locale)}
              className={buttonClass({ look: isUnpaid && status !== "review" ? "faixa" : "outline" })}
            >
              <Icon of={SquarePen} className="size-5 shrink-0" /> {t(isUnpaid ? "tickets.pay" : "tickets.open")}
            </a>
            {qr && (
              <Link href={localePath(locale, badgePath(id))} className={buttonClass()}>
                <Icon of={IdCard} className="size-5 shrink-0" /> {t("own.badge")}
              </Link>
            )}
            {event && (
              <a href={localePath(locale, calendarPath(event.slug))} className={buttonClass()}>
                <Icon of={CalendarPlus} className="size-5 shrink-0" /> {t("success.calendar")}
              </a>
            )}
            {event && (
              <Link href={localePath(locale, eventPath(event.slug))} className={buttonClass()}>
                {t("tickets.event")}
              </Link>
            )}
          </p>
        </div>
      </div>
    </li>
  );
}

/** What the person should know or do: a cancelled event, a payment, the next step. */
async function TicketNotes({ ticket, status }: { ticket: Ticket; status: RegistrationStatus | "review" }) {
  const [t, locale] = [await getTranslations("events/registrations"), await getLocale()];
  const { event, held_until: until, difference_cents: difference } = ticket;
  const notes: ReactNode[] = [
    event?.is_demo && t("start.demo"),
    event?.status === "cancelled" && t("status.eventCancelled"),
    event?.status === "postponed" && t("status.eventPostponed"),
    status === "confirmed" && difference > 0 && t("status.difference", { amount: formatMoney(difference, locale) }),
    status === "pending" && t("nextStep.pending"),
    status === "waitlisted" && t("tickets.waitlisted"),
    event &&
      until &&
      (status === "unconfirmed" || status === "offered" || status === "awaiting_payment" || status === "review") &&
      t(`nextStep.${status}`, { until: eventMoment(until, event.time_zone, locale) }),
  ];
  return notes.filter(Boolean).map((note, index) => (
    <p key={index} className="rounded-lg border-2 border-faixa p-3">
      {note}
    </p>
  ));
}

/** Registrations of past events and those that have ended. */
export async function PastTickets({ tickets }: { tickets: readonly Ticket[] }) {
  const [t, locale] = [await getTranslations("events/registrations"), await getLocale()];
  const lines = await Promise.all(tickets.map(async (ticket) => ({ ticket, words: await ticketWords(ticket) })));
  return (
    <ul className="grid gap-4">
      {lines.map(({ ticket, words }) => (
        <li key={ticket.id} className="grid gap-1 border-t-2 border-line pt-4 first:border-0 first:pt-0">
          <p className="font-semibold wrap-anywhere">{words.title}</p>
          <p className="text-muted">{[words.when, words.place].filter(Boolean).join(" · ")}</p>
          <p>
            {[words.kind, t(`status.names.${statusOf(ticket)}`), words.cars].filter(Boolean).join(" · ")} ·{" "}
            <span className="tabular">{ticket.code}</span>
          </p>
          <p className="flex flex-wrap gap-2">
            {ticket.certificate && (
              <Link href={localePath(locale, ticket.certificate)} className={buttonClass({ look: "primary" })}>
                {t("tickets.certificate")}
              </Link>
            )}
            <a href={ownPagePath(ticket.id, locale)} className={buttonClass()}>
              {t("own.open")}
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}
