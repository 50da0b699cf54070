import { ChevronLeft, ChevronRight } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { StateMark } from "@/components/ui/state-mark";
import { SystemPage } from "@/components/ui/system-page";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import type { CalendarEvent } from "@/lib/events/panel/queries";
import type { EventStatus } from "@/lib/events/panel/rules";
import { daysOf, eventDays, monthAway } from "@/lib/events/events/rules";
import { formatMonthYear } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { panelPath, panelPathWith } from "@/lib/platform/paths";
import { MonthTable } from "../events/month-table";
import { ViewLinks } from "./view-links";

type Props = { month: string; today: string; events: readonly CalendarEvent[] };

const LOOK = {
  draft: "none",
  pending: "wait",
  published: "good",
  rejected: "bad",
  postponed: "wait",
  cancelled: "bad",
} as const satisfies Record<EventStatus, string>;
const BORDER = { none: "border-line", wait: "border-faixa", good: "border-rota", bad: "border-danger" } as const;

/** The events of one month with their status; a small screen shows them as a list below the days. */
export async function EventCalendar({ month, today, events }: Props) {
  const [t, locale] = [await getTranslations("events/panel.calendar"), await getLocale()];
  return (
    <SystemPage title={t("title")}>
      <ViewLinks current="calendar" />
      <MonthSteps month={month} today={today} locale={locale} />
      <MonthTable
        month={month}
        today={today}
        locale={locale}
        caption={t("title")}
        renderDay={(day) => <Day events={events.filter((event) => daysOf(event).includes(day))} />}
      />
      {events.length === 0 && <p className="text-center text-muted">{t("empty")}</p>}
      <MonthList events={events} locale={locale} />
    </SystemPage>
  );
}

async function MonthSteps({ month, today, locale }: Omit<Props, "events"> & { locale: Locale }) {
  const t = await getTranslations("events/panel.calendar");
  const address = `${localePath(locale, panelPath("events"))}?ver=calendario`;
  const step = (to: string, label: string, icon: typeof ChevronLeft) => (
    <Link href={`${address}&mes=${to}`} className={buttonClass({ look: "outline" })}>
      <Icon of={icon} className="size-5" label={label} />
    </Link>
  );
  return (
    <nav aria-label={t("title")} className="flex flex-wrap items-center gap-3">
      {step(monthAway(month, -1), t("previous"), ChevronLeft)}
      <h2 className="text-2xl first-letter:uppercase">{formatMonthYear(`${month}-01`, locale)}</h2>
      {step(monthAway(month, 1), t("next"), ChevronRight)}
      {month !== today.slice(0, 7) && (
        <Link href={address} className="inline-flex min-h-11 items-center text-link underline">
          {t("today")}
        </Link>
      )}
    </nav>
  );
}

async function Day({ events }: { events: readonly CalendarEvent[] }) {
  const [t, locale] = [await getTranslations("events/panel"), await getLocale()];
  if (events.length === 0) return null;
  return (
    <>
      <span aria-hidden className="mx-auto mt-1 block size-3 rounded-full bg-rota sm:hidden" />
      <ul className="hidden sm:grid sm:gap-1">
        {events.map(({ id, title, status }) => (
          <li key={id}>
            <Link
              href={localePath(locale, panelPathWith("event_edit", { eventId: id }))}
              title={t("calendar.entry", { title, status: t(`change.status.${status}`) })}
              className={`grid rounded border-l-4 bg-raised px-1 py-0.5 text-xs leading-tight hover:underline ${BORDER[LOOK[status]]}`}
            >
              <span className="line-clamp-2 wrap-anywhere">{title}</span>
              <span className="text-muted">{t(`change.status.${status}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

async function MonthList({ events, locale }: { events: readonly CalendarEvent[]; locale: Locale }) {
  const t = await getTranslations("events/panel.change.status");
  return (
    <ul className="grid gap-2 sm:hidden">
      {events.map(({ id, title, status, town, state_abbr: state, ...event }) => (
        <li key={id} className="grid justify-items-start gap-1 rounded-xl border border-line bg-surface p-3">
          <Link
            href={localePath(locale, panelPathWith("event_edit", { eventId: id }))}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4 wrap-anywhere"
          >
            {title}
          </Link>
          <p className="text-sm text-muted">{`${eventDays(event, locale)} · ${town}/${state}`}</p>
          <StateMark look={LOOK[status]}>{t(status)}</StateMark>
        </li>
      ))}
    </ul>
  );
}
