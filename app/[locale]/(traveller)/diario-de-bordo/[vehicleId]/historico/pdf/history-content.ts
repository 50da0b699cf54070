import { getMessages, getTranslations } from "next-intl/server";
import { entryFacts, entryTitle } from "@/components/garage/entries/entry-texts";
import { formatDate, formatDay, formatKm, formatMoney, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { StoredEntry } from "@/lib/garage/entries/schema";
import type { listEntryFiles } from "@/lib/garage/history/queries";
import { byYear, isInPeriod, MAX_ENTRIES, MAX_PICTURES, type HistoryChoice } from "@/lib/garage/history/rules";
import type { HistoryContent } from "@/lib/garage/history/service";
import { centsOf, consumptionByFuel, costsOf, segmentsOf, type Consumption } from "@/lib/garage/statistics/rules";
import type { VehicleDocument } from "@/lib/garage/vehicles/documents/queries";
import type { VehiclePart } from "@/lib/garage/vehicles/parts/queries";
import type { Vehicle } from "@/lib/garage/vehicles/queries";
import { describeVehicle, formatPlate, isKmEstimated } from "@/lib/garage/vehicles/rules";

export type HistoryData = {
  vehicle: Vehicle;
  log: readonly StoredEntry[];
  files: Awaited<ReturnType<typeof listEntryFiles>>;
  documents: readonly VehicleDocument[];
  parts: readonly VehiclePart[];
  /** Empty when the reader did not choose it or may not read it. */
  plate: string;
  read: (file: string) => Promise<HistoryContent["cover"]>;
};

const UNITS: Partial<Record<Consumption["fuel"], "gas" | "electric">> = { cng: "gas", electric: "electric" };

async function textsOf(locale: Locale) {
  const [t, statistics, vehicles, messages] = await Promise.all([
    getTranslations({ locale, namespace: "garage/history" }),
    getTranslations({ locale, namespace: "garage/statistics" }),
    getTranslations({ locale, namespace: "garage/vehicles" }),
    getMessages({ locale }),
  ]);
  return { t, statistics, vehicles, entries: messages["garage/entries"], locale };
}
type Texts = Awaited<ReturnType<typeof textsOf>>;

/** The texts of the history of a car for a choice of period, prices, receipts and plate. */
export async function historyContent(
  data: HistoryData,
  choice: HistoryChoice,
  locale: Locale,
): Promise<HistoryContent> {
  const texts = await textsOf(locale);
  const { t } = texts;
  const name = data.vehicle.nickname;
  const inPeriod = data.log.filter(({ on_date }) => isInPeriod(on_date, choice));
  const years = byYear(inPeriod.slice(-MAX_ENTRIES));
  const left = inPeriod.length - MAX_ENTRIES;
  return {
    title: t("pdf.title", { name }),
    cover: data.vehicle.photo_id ? await data.read(data.vehicle.photo_id) : null,
    facts: factsOf(texts, data, choice, inPeriod.length),
    story: data.vehicle.story,
    summary: summaryOf(texts, data.log, choice),
    years: years.map(({ year, entries }, index) => ({
      title: t("pdf.yearTitle", { year, count: entries.length }),
      entries: entries.map((entry) => entryOf(texts, entry, choice.prices)),
      note: index === 0 && left > 0 ? t("pdf.entriesLeft", { shown: String(MAX_ENTRIES), left: String(left) }) : "",
    })),
    noEntries: t("pdf.noEntries"),
    lists: [
      ...(data.vehicle.role === "owner" ? [documentsOf(texts, data.documents)] : []),
      partsOf(texts, data.parts, choice.prices),
    ],
    receipts: choice.receipts ? receiptsOf(texts, data, inPeriod) : null,
    page: (number) => t("pdf.page", { name, number: String(number) }),
  };
}

function periodOf({ t, locale }: Texts, { from, until }: HistoryChoice): string {
  const [first, last] = [from, until].map((day) => (day ? formatDate(day, locale) : ""));
  if (first && last) return t("pdf.between", { from: first, until: last });
  if (first) return t("pdf.since", { from: first });
  return last ? t("pdf.untilDay", { until: last }) : t("pdf.whole");
}

function factsOf(texts: Texts, { vehicle, plate }: HistoryData, choice: HistoryChoice, entries: number) {
  const { t, vehicles, locale } = texts;
  const km = vehicle.odometer_km === null ? "" : formatKm(vehicle.odometer_km, locale);
  const rows: [string, string][] = [
    [t("pdf.car"), describeVehicle(vehicle)],
    [t("pdf.color"), vehicle.color],
    [t("pdf.engine"), vehicle.engine],
    [t("pdf.fuels"), vehicle.fuels.map((fuel) => vehicles(`fuel.${fuel as "ethanol"}`)).join(", ")],
    [t("pdf.km"), km && isKmEstimated(vehicle) ? t("pdf.kmEstimated", { km }) : km],
    [t("pdf.plate"), plate && formatPlate(plate)],
    [t("pdf.period"), periodOf(texts, choice)],
    [t("pdf.entries"), formatNumber(entries, locale)],
    [t("pdf.made"), formatDay(new Date().toISOString(), locale)],
  ];
  return rows.filter(([, value]) => value);
}

function summaryOf({ t, statistics, locale }: Texts, log: readonly StoredEntry[], choice: HistoryChoice) {
  // A tank is counted on the day when it was filled again, so the first one of a period needs the entries before it.
  const segments = segmentsOf(log).filter(({ until }) => isInPeriod(until, choice));
  const decimal = (value: number) =>
    formatNumber(value, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const consumption = {
    title: t("pdf.consumption"),
    rows: consumptionByFuel(segments).map(({ fuel, km, kmPerLitre }): [string, string] => [
      statistics(`fuels.${fuel}`),
      [
        statistics(`consumption.${UNITS[fuel] ?? "value"}`, { value: decimal(kmPerLitre) }),
        statistics("consumption.km", { km: formatNumber(Math.round(km), locale) }),
      ].join(", "),
    ]),
    note: segments.length > 0 ? t("pdf.consumptionNote") : t("pdf.consumptionNone"),
  };
  if (!choice.prices) return [consumption];
  const costs = costsOf(log.filter(({ on_date }) => isInPeriod(on_date, choice)));
  const rows: [string, string][] = [
    [t("pdf.total"), formatMoney(costs.totalCents, locale)],
    [t("pdf.perKm"), costs.centsPerKm === null ? "" : formatMoney(costs.centsPerKm, locale)],
    ...costs.byKind.map(({ kind, cents }): [string, string] => [
      statistics(`kinds.${kind as "other"}`),
      formatMoney(cents, locale),
    ]),
    ...costs.years.map(({ year, cents }): [string, string] => [String(year), formatMoney(cents, locale)]),
  ];
  return [consumption, { title: t("pdf.costs"), rows: rows.filter(([, value]) => value), note: "" }];
}

function entryOf({ t, entries: texts, locale }: Texts, entry: StoredEntry, prices: boolean) {
  const shown = prices ? entry : { ...entry, total_cents: null, parts_cents: null, labour_cents: null };
  const [title, kind, cents] = [entryTitle(texts, entry), texts.kind[entry.kind], centsOf(shown)];
  const distance = entry.distance_km === null ? [] : [t("pdf.distance", { km: formatKm(entry.distance_km, locale) })];
  return {
    head: [
      formatDate(entry.on_date, locale),
      title === kind ? title : `${kind}: ${title}`,
      cents && formatMoney(cents, locale),
    ]
      .filter(Boolean)
      .join(" · "),
    details: [[...entryFacts(texts, locale, shown), ...distance].join(" · "), entry.notes].filter(Boolean),
  };
}

function documentsOf({ t, vehicles, locale }: Texts, documents: readonly VehicleDocument[]) {
  return {
    title: t("pdf.documents"),
    empty: t("pdf.documentsNone"),
    lines: documents.map(({ kind, number, expires_on }) =>
      [
        [vehicles(`documents.kinds.${kind}`), number].filter(Boolean).join(" "),
        expires_on && t("pdf.expires", { date: formatDate(expires_on, locale) }),
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  };
}

function partsOf({ t, locale }: Texts, parts: readonly VehiclePart[], prices: boolean) {
  return {
    title: t("pdf.partsTitle"),
    empty: t("pdf.partsNone"),
    lines: parts.map((part) =>
      [
        part.quantity > 1 ? `${part.quantity} × ${part.name}` : part.name,
        [part.brand, part.oem_number].filter(Boolean).join(" "),
        part.is_carried && t("pdf.carried"),
        part.installed_km !== null && t("pdf.installed", { km: formatKm(part.installed_km, locale) }),
        prices && part.cost_cents !== null && t("pdf.each", { price: formatMoney(part.cost_cents, locale) }),
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  };
}

function receiptsOf({ t, entries: texts, locale }: Texts, data: HistoryData, inPeriod: readonly StoredEntry[]) {
  const entries = new Map(inPeriod.map((entry) => [entry.id, entry]));
  const files = data.files.flatMap((file) => {
    const entry = entries.get(file.entry_id ?? "");
    return entry ? [{ ...file, entry }] : [];
  });
  const newest = files.toSorted((a, b) => b.entry.on_date.localeCompare(a.entry.on_date));
  const pictures = newest.filter(({ extension }) => extension !== "pdf");
  const shown = pictures.slice(0, MAX_PICTURES);
  const left = pictures.length - shown.length;
  const dateOf = (entry: StoredEntry) => formatDate(entry.on_date, locale);
  return {
    title: t("pdf.receipts"),
    notes: [
      ...(files.length === 0 ? [t("pdf.receiptsNone")] : []),
      ...(left > 0 ? [t("pdf.receiptsLeft", { shown: String(shown.length), left: String(left) })] : []),
      ...newest
        .filter(({ extension }) => extension === "pdf")
        .map(({ name, entry }) => t("pdf.receiptFile", { name: name || "PDF", date: dateOf(entry) })),
    ],
    pictures: shown.map(({ id, entry }) => ({
      caption: `${dateOf(entry)} · ${entryTitle(texts, entry)}`,
      read: () => data.read(id),
    })),
    unreadable: t("pdf.unreadable"),
  };
}
