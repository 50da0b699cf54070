import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { formatDate, formatKm, formatMoney, formatNumber } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { StoredEntry } from "@/lib/garage/entries/schema";
import { expiryOf, type DueDocument } from "@/lib/garage/vehicles/documents/rules";
import type { Vehicle } from "@/lib/garage/vehicles/queries";
import { describeVehicle, type VehicleTab, vehiclePath } from "@/lib/garage/vehicles/rules";
import { ExpiryBadge } from "./expiry-badge";

type Props = {
  vehicle: Vehicle;
  entries: readonly StoredEntry[];
  due: DueDocument | undefined;
  today: string;
  /** What the car burns, and what is due next. */
  consumption?: ReactNode;
  reminders?: ReactNode;
};

/** The tab with everything about an entry of this kind. */
const TAB_OF: Record<StoredEntry["kind"], VehicleTab> = {
  fuel: "fuel",
  service: "service",
  km: "costs",
  expense: "costs",
  note: "service",
  trip: "costs",
};

/** What is known about a car, what was noted last and what comes next. */
export async function VehicleSummary({ vehicle, entries, due, today, consumption, reminders }: Props) {
  const t = await getTranslations("garage/vehicles");
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {vehicle.role !== "owner" && (
        <p className="w-fit rounded-lg border-2 border-rota px-2 font-semibold lg:col-span-2">
          {t(`garage.${vehicle.role}`)}
        </p>
      )}
      <Card>
        <CardTitle className="mb-3">{t("summary.entries")}</CardTitle>
        {entries.length === 0 && <p className="text-muted">{t("summary.noEntries")}</p>}
        <ul className="grid gap-1">
          {entries.map((entry) => (
            <EntryLine key={entry.id} vehicle={vehicle.id} entry={entry} />
          ))}
        </ul>
      </Card>
      {vehicle.role === "owner" && <DueCard vehicle={vehicle.id} due={due} today={today} />}
      {reminders}
      {consumption}
      <Facts vehicle={vehicle} />
      {vehicle.story && (
        <Card>
          <CardTitle className="mb-3">{t("summary.story")}</CardTitle>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{vehicle.story}</p>
        </Card>
      )}
    </div>
  );
}

async function EntryLine({ vehicle, entry }: { vehicle: string; entry: StoredEntry }) {
  const [t, locale] = [await getTranslations("garage/vehicles"), await getLocale()];
  const { kind, title, on_date: day, km, total_cents: cents } = entry;
  return (
    <li>
      <Link
        href={localePath(locale, vehiclePath(vehicle, TAB_OF[kind]))}
        className="grid min-h-11 content-center rounded-lg px-2 hover:bg-raised"
      >
        <span className="font-semibold wrap-anywhere">{[t(`entry.${kind}`), title].filter(Boolean).join(": ")}</span>
        <span className="text-sm text-muted">
          {[formatDate(day, locale), km !== null && formatKm(km, locale), cents !== null && formatMoney(cents, locale)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </Link>
    </li>
  );
}

async function DueCard({ vehicle, due, today }: { vehicle: string; due: DueDocument | undefined; today: string }) {
  const [t, locale] = [await getTranslations("garage/vehicles"), await getLocale()];
  const expiry = due && expiryOf(due.expires_on, today);
  return (
    <Card>
      <CardTitle className="mb-3">{t("summary.due")}</CardTitle>
      {due && expiry ? (
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{t(`documents.kinds.${due.kind}`)}</span>
          <ExpiryBadge expiry={expiry} date={formatDate(due.expires_on, locale)} />
        </p>
      ) : (
        <p className="text-muted">{t("summary.noDue")}</p>
      )}
      <Link
        href={localePath(locale, vehiclePath(vehicle, "documents"))}
        className={buttonClass({ className: "mt-3 w-fit" })}
      >
        {t("summary.addDocument")}
      </Link>
    </Card>
  );
}

async function Facts({ vehicle }: { vehicle: Vehicle }) {
  const [t, locale] = [await getTranslations("garage/vehicles"), await getLocale()];
  const { cooling, fuel_system: fuelSystem, tank_litres: tank, km_per_litre: perLitre, cruise_kmh: speed } = vehicle;
  const rows: [string, string][] = [
    [t("form.model"), describeVehicle(vehicle)],
    [t("form.status"), t(`status.${vehicle.status as "active"}`)],
    [t("form.color"), vehicle.color],
    [t("form.engine"), vehicle.engine],
    [t("form.cooling"), cooling ? t(`cooling.${cooling as "air"}`) : ""],
    [t("form.fuel_system"), fuelSystem ? t(`fuelSystem.${fuelSystem as "diesel"}`) : ""],
    [t("form.fuels"), vehicle.fuels.map((fuel) => t(`fuel.${fuel as "ethanol"}`)).join(", ")],
    [t("form.tank_litres"), tank === null ? "" : formatNumber(tank, locale)],
    [t("form.km_per_litre"), perLitre === null ? "" : formatNumber(perLitre, locale)],
    [t("form.cruise_kmh"), speed === null ? "" : formatNumber(speed, locale)],
  ];
  return (
    <Card>
      <CardTitle className="mb-3">{t("summary.facts")}</CardTitle>
      <FactList rows={rows.filter(([, value]) => value)} />
    </Card>
  );
}
