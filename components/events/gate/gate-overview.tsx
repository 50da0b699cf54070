import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { eventMoment } from "@/lib/events/events/rules";
import type { GateData, Overview } from "@/lib/events/gate/schema";
import { formatNumber } from "@/lib/platform/format";
import type { RegistrationKind } from "@/lib/events/events/schema";

const SHORT = { dateStyle: "short", timeStyle: "short" } as const;

type GateOverviewProps = { overview: Overview; lists: GateData["lists"] };

/** Entries by list and kind. */
export async function GateCounts({ overview, lists }: GateOverviewProps) {
  const [t, locale] = [await getTranslations("events/gate"), await getLocale()];
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {lists.map((list) => {
        const counts = overview.counts.filter(({ listId }) => listId === list.id);
        const sum = (key: Exclude<keyof (typeof counts)[number], "listId" | "kind">) =>
          formatNumber(
            counts.reduce((total, count) => total + count[key], 0),
            locale,
          );
        return (
          <section key={list.id} className="rounded-xl border border-line bg-surface p-4">
            <h3 className="text-xl">{list.name}</h3>
            <p className="font-display text-4xl">
              {t("console.of", { entered: sum("enteredPeople"), expected: sum("expectedPeople") })}{" "}
              <span className="text-xl">{t("console.people")}</span>
            </p>
            <p className="mb-2 text-lg">
              {t("console.registrations", { entered: sum("entered"), expected: sum("expected") })}
            </p>
            <ul className="text-muted">
              {counts.map(({ kind, enteredPeople, expectedPeople }) => (
                <li key={kind} className="flex justify-between gap-2">
                  <span>{t(`kind.${kind as RegistrationKind}`)}</span>
                  <span>{t("console.of", { entered: enteredPeople, expected: expectedPeople })}</span>
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
  const [t, locale] = [await getTranslations("events/gate"), await getLocale()];
  if (inside.length === 0) return <p className="text-muted">{t("console.noReentry")}</p>;
  return inside.map(({ listId, total, totalPeople, people }) => (
    <details key={listId} className="rounded-xl border border-line p-3">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {lists.find(({ id }) => id === listId)?.name ?? ""} · {t("console.insidePeople", { count: totalPeople })} (
        {t("console.insideCount", { count: total })})
      </summary>
      {people.length < total && <p className="text-muted">{t("console.insideShown", { count: people.length })}</p>}
      <DataTable
        caption={t("console.inside")}
        heads={[t("console.person"), t("console.kind"), t("console.peopleInside"), t("console.since")]}
        rows={people.map(({ id, name, kind, since, inside: count, places }) => ({
          id,
          cells: [
            name,
            t(`kind.${kind as RegistrationKind}`),
            t("console.of", { entered: count, expected: places }),
            eventMoment(since, timeZone, locale, SHORT),
          ],
        }))}
        empty={t("console.nobodyInside")}
      />
    </details>
  ));
}

type ConflictsProps = { conflicts: Overview["conflicts"]; timeZone: string };

/** What gates without a connection admitted beyond the places; nothing when there is none. */
export async function Conflicts({ conflicts, timeZone }: ConflictsProps) {
  const t = await getTranslations("events/gate.console");
  if (conflicts.length === 0) return null;
  return (
    <section className="grid gap-2 rounded-xl border-2 border-danger p-4">
      <h3 className="text-xl">{t("conflicts")}</h3>
      <p>{t("conflictsLead")}</p>
      <LastReadings readings={conflicts} timeZone={timeZone} caption={t("conflicts")} />
    </section>
  );
}

type LastReadingsProps = { readings: Overview["readings"]; timeZone: string; caption?: string };

/** The last readings of every list. */
export async function LastReadings({ readings, timeZone, caption }: LastReadingsProps) {
  const [t, locale] = [await getTranslations("events/gate"), await getLocale()];
  return (
    <DataTable
      caption={caption ?? t("console.readings")}
      heads={[t("console.time"), t("console.result"), t("console.person"), t("console.list"), t("console.reader")]}
      rows={readings.map((reading) => ({
        id: reading.nonce,
        cells: [
          eventMoment(reading.scannedAt, timeZone, locale, SHORT),
          [
            reading.readingKind !== "entry" && t(`console.${reading.readingKind}`),
            (reading.readingKind === "entry" || reading.result !== "ok") && t(`result.${reading.result}`),
            reading.places > 1 && t("console.peopleCount", { count: reading.people }),
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
