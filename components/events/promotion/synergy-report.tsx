import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import { SHOWN_PAIRS, type Synergy, type SynergyEvent } from "@/lib/events/promotion/rules";
import type { SynergyQuery } from "@/lib/events/promotion/schema";
import { eventPath } from "@/lib/events/events/rules";
import { formatDate, formatKm } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = { synergy: Synergy; query: SynergyQuery; hrefOf: PairAddress };
/** Address of the page with two events compared. */
type PairAddress = (first: string, second: string) => string;

/** Pairs of events near each other, and the free weekends of the states. */
export async function SynergyReport({ synergy, query: { km, dias: days }, hrefOf }: Props) {
  const t = await getTranslations("events/promotion.synergy");
  return (
    <>
      <p className="text-muted tabular">
        {t("counted", { count: synergy.events })}{" "}
        {synergy.without_position > 0 && t("unplaced", { count: synergy.without_position })}
      </p>
      <SystemSection title={t("clashes")} lead={t("clashesLead", { km })}>
        <Clashes synergy={synergy} hrefOf={hrefOf} empty={t("noClashes", { km })} />
        {synergy.clashes.length > SHOWN_PAIRS && <p className="text-muted">{t("more")}</p>}
      </SystemSection>
      <SystemSection title={t("trips")} lead={t("tripsLead", { km, days })}>
        <Trips synergy={synergy} hrefOf={hrefOf} empty={t("noTrips", { km, days })} />
        {synergy.trips.length > SHOWN_PAIRS && <p className="text-muted">{t("more")}</p>}
      </SystemSection>
      <SystemSection title={t("free")} lead={t("freeLead")}>
        <FreeWeekends free={synergy.free} />
      </SystemSection>
    </>
  );
}

type Pairs = { synergy: Synergy; hrefOf: PairAddress; empty: string };

async function Clashes({ synergy, hrefOf, empty }: Pairs) {
  const [t, locale] = [await getTranslations("events/promotion.synergy"), await getLocale()];
  const rows = synergy.clashes.slice(0, SHOWN_PAIRS).map((pair) => ({
    id: `${pair.first_id} ${pair.second_id}`,
    cells: [
      formatDate(pair.saturday, locale, { dateStyle: "medium" }),
      <EventLine key="first" event={synergy.events_by_id[pair.first_id]!} />,
      <EventLine key="second" event={synergy.events_by_id[pair.second_id]!} />,
      formatKm(pair.metres / 1000, locale),
      <PairLink key="pair" href={hrefOf(pair.first_id, pair.second_id)} />,
    ],
  }));
  const heads = [t("weekend"), t("first"), t("second"), t("distance"), t("both")];
  return <DataTable caption={t("clashes")} heads={heads} rows={rows} empty={empty} />;
}

async function Trips({ synergy, hrefOf, empty }: Pairs) {
  const [t, locale] = [await getTranslations("events/promotion.synergy"), await getLocale()];
  const rows = synergy.trips.slice(0, SHOWN_PAIRS).map((pair) => ({
    id: `${pair.first_id} ${pair.second_id}`,
    cells: [
      <EventLine key="first" event={synergy.events_by_id[pair.first_id]!} />,
      <EventLine key="second" event={synergy.events_by_id[pair.second_id]!} />,
      t("gapDays", { count: pair.days }),
      formatKm(pair.metres / 1000, locale),
      <PairLink key="pair" href={hrefOf(pair.first_id, pair.second_id)} />,
    ],
  }));
  const heads = [t("first"), t("second"), t("gap"), t("distance"), t("both")];
  return <DataTable caption={t("trips")} heads={heads} rows={rows} empty={empty} />;
}

async function PairLink({ href }: { href: string }) {
  const t = await getTranslations("events/promotion.synergy");
  return (
    <Link href={href} className="inline-flex min-h-11 items-center text-link underline underline-offset-4">
      {t("compare")}
    </Link>
  );
}

async function EventLine({ event }: { event: SynergyEvent }) {
  const [t, locale] = [await getTranslations("events/promotion.synergy"), await getLocale()];
  const day = (value: string) => formatDate(value, locale, { dateStyle: "medium" });
  const days = event.first_day === event.last_day ? [event.first_day] : [event.first_day, event.last_day];
  return (
    <>
      <Link
        href={localePath(locale, eventPath(event.slug))}
        className="font-semibold text-link underline-offset-4 hover:underline"
      >
        {event.title}
      </Link>
      <span className="block text-sm text-muted">
        {[days.map(day).join(" – "), `${event.town} (${event.state_abbr})`, event.is_demo && t("demo")]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </>
  );
}

async function FreeWeekends({ free }: Pick<Synergy, "free">) {
  const [t, locale] = [await getTranslations("events/promotion.synergy"), await getLocale()];
  const saturdays = (row: Synergy["free"][number]) => {
    if (row.busy === 0) return t("allFree");
    if (row.saturdays.length === 0) return t("noneFree");
    return row.saturdays.map((day) => formatDate(day, locale, { day: "2-digit", month: "2-digit" })).join(" · ");
  };
  const rows = free.map((row) => ({
    id: row.abbr,
    cells: [
      row.abbr,
      t("busy", { count: row.busy }),
      <span key="days" className="tabular">
        {saturdays(row)}
      </span>,
    ],
  }));
  const heads = [t("stateColumn"), t("busyColumn"), t("freeColumn")];
  return <DataTable caption={t("free")} heads={heads} rows={rows} empty={t("noneFree")} />;
}
