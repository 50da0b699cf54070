import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/admin/system/data-table";
import { eventMoment } from "@/lib/events/rules";
import type { GateData, Overview } from "@/lib/gate/schema";
import { formatNumber } from "@/lib/platform/format";

const SHORT = { dateStyle: "short", timeStyle: "short" } as const;

type GateOverviewProps = { overview: Overview; lists: GateData["lists"] };

/** Entries by list and kind. */
export async function GateCounts({ overview, lists }: GateOverviewProps) {
  const [t, locale] = [await getTranslations("gate"), await getLocale()];
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {lists.map((list) => {
        const counts = overview.counts.filter(({ listId }) => listId === list.id);
        const sum = (key: "entered" | "expected") => counts.reduce((total, count) => total + count[key], 0);
        return (
          <section key={list.id} className="rounded-xl border border-line bg-surface p-4">
            <h3 className="text-xl">{list.name}</h3>
            <p className="font-display text-4xl">
              {t("console.of", {
                entered: formatNumber(sum("entered"), locale),
                expected: formatNumber(sum("expected"), locale),
              })}
            </p>
            <ul className="text-muted">
              {counts.map(({ kind, entered, expected }) => (
                <li key={kind} className="flex justify-between gap-2">
                  <span>{t(`kind.${kind as "publico"}`)}</span>
                  <span>{t("console.of", { entered, expected })}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** Who is inside now, for each list with re-entry. */
export async function PeopleInside({
  inside,
  lists,
  timeZone,
}: {
  inside: Overview["inside"];
  lists: GateData["lists"];
  timeZone: string;
}) {
  const [t, locale] = [await getTranslations("gate"), await getLocale()];
  if (inside.length === 0) return <p className="text-muted">{t("console.noReentry")}</p>;
  return inside.map(({ listId, total, people }) => (
    <details key={listId} className="rounded-xl border border-line p-3">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {lists.find(({ id }) => id === listId)?.name ?? ""} · {t("console.insideCount", { count: total })}
      </summary>
      {people.length < total && <p className="text-muted">{t("console.insideShown", { count: people.length })}</p>}
      <DataTable
        caption={t("console.inside")}
        heads={[t("console.person"), t("console.kind"), t("console.since")]}
        rows={people.map(({ id, name, kind, since }) => ({
          id,
          cells: [name, t(`kind.${kind as "publico"}`), eventMoment(since, timeZone, locale, SHORT)],
        }))}
        empty={t("console.nobodyInside")}
      />
    </details>
  ));
}

/** The last readings of every list. */
export async function LastReadings({ readings, timeZone }: { readings: Overview["readings"]; timeZone: string }) {
  const [t, locale] = [await getTranslations("gate"), await getLocale()];
  return (
    <DataTable
      caption={t("console.readings")}
      heads={[t("console.time"), t("console.result"), t("console.person"), t("console.list"), t("console.reader")]}
      rows={readings.map((reading) => ({
        id: reading.nonce,
        cells: [
          eventMoment(reading.scannedAt, timeZone, locale, SHORT),
          [
            reading.readingKind !== "entry" && t(`console.${reading.readingKind}`),
            (reading.readingKind === "entry" || reading.result !== "ok") && t(`result.${reading.result}`),
            reading.undoneAt && t("console.undone"),
            reading.isOffline && t("console.offline"),
            reading.isWalkIn && t("console.walkIn"),
            reading.isForced && t("console.forced"),
          ]
            .filter(Boolean)
            .join(" · "),
          reading.name ?? "—",
          reading.list,
          reading.by ?? "—",
        ],
      }))}
      empty={t("console.noReadings")}
    />
  );
}
