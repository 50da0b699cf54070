import { CalendarPlus, Download } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { webcalAddress } from "@/lib/events/calendar/rules";
import { calendarPath, pastEventsPath, stateEventsPath } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageUrl } from "@/lib/platform/site-url";
import { STATES, type State } from "@/lib/geo/states/rules";

type Props = { state: State | null; hasPast: boolean; counts: ReadonlyMap<string, number> | null };

/** Subscription to the calendar of a state or links to the states, and the list of past events. */
export async function EventLinks({ state, hasPast, counts }: Props) {
  const t = await getTranslations("events/events.hub");
  const locale = await getLocale();
  return (
    <div className="mt-6" data-print="hide">
      {state && <Subscription state={state} />}
      {hasPast && (
        <p className="mt-2">
          <Link href={localePath(locale, pastEventsPath())} className={buttonClass({ className: "h-11" })}>
            {t("past")}
          </Link>
        </p>
      )}
      {counts && (
        <nav aria-label={t("statesLabel")} className="mt-4">
          <h2 className="text-2xl">{t("states")}</h2>
          <ul className="mt-2 flex flex-wrap gap-2">
            {STATES.map(({ abbr, name }) => (
              <li key={abbr}>
                <Link
                  href={localePath(locale, stateEventsPath(abbr))}
                  className="inline-flex h-11 items-center gap-2 rounded-full border-2 border-line bg-surface px-4 hover:border-faixa hover:bg-raised"
                >
                  {name}
                  {counts.has(abbr) && <span className="text-sm text-muted tabular">{counts.get(abbr)}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** A link that opens the calendar of the device, the file, and the address for calendars on the web. */
async function Subscription({ state }: { state: State }) {
  const t = await getTranslations("events/events.hub");
  const locale = await getLocale();
  const url = pageUrl(locale, calendarPath(state.abbr));
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <a href={webcalAddress(url)} className={buttonClass({ size: "wrap" })}>
          <Icon of={CalendarPlus} className="size-5 shrink-0" />
          {t("subscribe", { state: state.name })}
        </a>
        <a href={localePath(locale, calendarPath(state.abbr))} className={buttonClass({ size: "wrap" })}>
          <Icon of={Download} className="size-5 shrink-0" />
          {t("calendarFile")}
        </a>
      </p>
      <p className="mt-2 max-w-3xl text-muted">
        {t("subscribeHint")} <span className="text-text wrap-anywhere select-all">{url}</span>
      </p>
    </>
  );
}
