import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import { eventMoment } from "@/lib/events/events/rules";
import type { Usage } from "@/lib/events/gate/schema";
import { formatMinutes, formatNumber, percentOf } from "@/lib/platform/format";
import { CHECKIN_RESULTS } from "@/lib/platform/supabase/database-constants/events";

/** Figures of check-in at one event. */
export async function UsageReport({ usage, timeZone }: { usage: Usage; timeZone: string }) {
  const [t, locale] = [await getTranslations("events/gate.usage"), await getLocale()];
  const number = (value: number) => formatNumber(value, locale);
  const noShow = percentOf(usage.confirmed - usage.came, usage.confirmed);
  const figures = [
    [t("total"), number(usage.total)],
    [t("camePeople"), t("cameOf", { came: number(usage.camePeople), confirmed: number(usage.confirmedPeople) })],
    [t("came"), t("cameOf", { came: number(usage.came), confirmed: number(usage.confirmed) })],
    [t("noShow"), noShow === null ? "—" : t("percent", { percent: noShow })],
    [t("duplicates"), number(usage.results.duplicate ?? 0)],
    [t("refusals"), number(refusals(usage))],
    [t("offline"), number(usage.offline)],
    [t("delay"), usage.offline > 0 ? formatMinutes(Math.ceil(usage.averageDelaySeconds / 60)) : "—"],
    [t("longestDelay"), usage.offline > 0 ? formatMinutes(Math.ceil(usage.longestDelaySeconds / 60)) : "—"],
    [t("undone"), number(usage.undone)],
    [t("exits"), number(usage.exits)],
    [t("prints"), number(usage.prints)],
  ] as const;
  return (
    <>
      <dl className="grid gap-3 sm:grid-cols-3">
        {figures.map(([label, value]) => (
          <div key={label} className="rounded-xl border border-line bg-surface p-4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-display text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
      <SystemSection title={t("hours")}>
        <Hours hours={usage.hours} timeZone={timeZone} empty={t("none")} />
      </SystemSection>
      <SystemSection title={t("readers")}>
        <Readers readers={usage.readers} />
      </SystemSection>
    </>
  );
}

function refusals({ results }: Usage): number {
  return CHECKIN_RESULTS.filter((result) => result !== "ok" && result !== "duplicate").reduce(
    (sum, result) => sum + (results[result] ?? 0),
    0,
  );
}

async function Hours({ hours, timeZone, empty }: { hours: Usage["hours"]; timeZone: string; empty: string }) {
  const [t, locale] = [await getTranslations("events/gate.usage"), await getLocale()];
  const highest = Math.max(1, ...hours.map(({ readings }) => readings));
  if (hours.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <ol className="grid gap-1">
      {hours.map(({ hour, readings, arrivals, people }) => (
        <li key={hour} className="grid grid-cols-[8rem_1fr_auto] items-center gap-x-2 sm:grid-cols-[8rem_1fr_16rem]">
          <span>{eventMoment(hour, timeZone, locale, { dateStyle: "short", timeStyle: "short" })}</span>
          <span aria-hidden className="h-4 rounded bg-primary" style={{ width: `${(readings / highest) * 100}%` }} />
          <span className="text-right max-sm:col-span-3 max-sm:text-left max-sm:text-muted">
            {t("hour", {
              readings: formatNumber(readings, locale),
              arrivals: formatNumber(arrivals, locale),
              people: formatNumber(people, locale),
            })}
          </span>
        </li>
      ))}
    </ol>
  );
}

async function Readers({ readers }: { readers: Usage["readers"] }) {
  const [t, locale] = [await getTranslations("events/gate.usage"), await getLocale()];
  return (
    <DataTable
      caption={t("readers")}
      heads={[t("reader"), t("total"), t("entries"), t("people"), t("duplicates"), t("refusals"), t("offline")]}
      rows={readers.map((reader) => ({
        id: `${reader.isDevice} ${reader.name}`,
        cells: [
          `${reader.name} · ${t(reader.isDevice ? "device" : "operator")}`,
          ...[reader.readings, reader.entries, reader.people, reader.duplicates, reader.refusals, reader.offline].map(
            (value) => formatNumber(value, locale),
          ),
        ],
      }))}
      empty={t("none")}
    />
  );
}
