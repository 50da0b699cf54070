import { Coins, Fuel as FuelPump, Route, Sun as SunIcon, ThermometerSun, TrendingUp, Wrench } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import type { Climate } from "@/lib/geo/climate/queries";
import { HOT_MAX_C } from "@/lib/geo/climate/rules";
import { formatKm, formatMonths } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import type { DriverFacts } from "@/lib/guide/regions/driver";
import type { Region } from "@/lib/guide/regions/queries";
import { isFederalToll } from "@/lib/guide/regions/rules";
import type { NearestHelp, OperatorTow } from "@/lib/guide/services/queries";
import { ROUTE_HELP_KM, servicePath } from "@/lib/guide/services/rules";
import { FallbackMark } from "../../ui/fallback-mark";
import { MapWorkshop } from "../map-places/map-workshop";

type FactProps = { icon: typeof Wrench; label: string; children: ReactNode; note?: ReactNode };

/** One fact of the box with its icon. */
export function Fact({ icon, label, children, note }: FactProps) {
  return (
    <div className="relative pl-8">
      <dt className="text-sm text-muted">
        <Icon of={icon} className="absolute top-1 left-0 size-5" />
        {label}
      </dt>
      <dd className="wrap-anywhere">
        {children}
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dd>
    </div>
  );
}

export const VALUE = "font-display text-[1.35rem] leading-tight tabular wrap-anywhere";

/** Longest stretch without a known petrol station. */
export async function Fuel({ gap }: { gap: DriverFacts["fuelGap"] }) {
  const [t, locale] = await Promise.all([getTranslations("guide/regions.driver"), getLocale()]);
  if (!gap)
    return (
      <Fact icon={FuelPump} label={t("fuel")} note={t("fuelNoData")}>
        <span className={VALUE}>{t("noData")}</span>
      </Fact>
    );
  return (
    <Fact
      icon={FuelPump}
      label={t("fuel")}
      note={
        <>
          {t("fuelFrom", { km: Math.round(gap.fromKm) })}{" "}
          <a href="https://www.openstreetmap.org/copyright" className="underline underline-offset-4">
            {t("fuelSource")}
          </a>
        </>
      }
    >
      <span className={VALUE}>{formatKm(Math.round(gap.km), locale)}</span>
    </Fact>
  );
}

const telOf = (phone: string) => `tel:${phone.replaceAll(/[^+\d]/g, "")}`;

/** Tolls on the lines of the route by source, the warning about others, and the phones of their operators. */
export async function Tolls({
  tolls: listedTolls,
  operators,
  hasTollWarning,
}: Pick<DriverFacts, "tolls" | "operators" | "hasTollWarning">) {
  const [t, locale] = await Promise.all([getTranslations("guide/regions.driver"), getLocale()]);
  if (!listedTolls)
    return (
      <Fact icon={Coins} label={t("tolls")} note={t("tollsNoLine")}>
        <span className={VALUE}>{t(hasTollWarning ? "tollWarning" : "noData")}</span>
      </Fact>
    );
  const { tolls, isComplete } = listedTolls;
  const names = tolls.map((toll) => {
    const key = !isFederalToll(toll) ? "tollMapped" : toll.freeFlow ? "tollFreeFlow" : "tollAt";
    return t(key, { km: Math.round(toll.km), name: toll.name || t("tollUnnamed") });
  });
  const warning = hasTollWarning && tolls.length > 0 ? t("tollWarningToo") : "";
  const notes = [names.join(" · "), warning, isComplete ? "" : t("tollsIncomplete")].filter(Boolean);
  return (
    <Fact
      icon={Coins}
      label={t("tolls")}
      note={
        <>
          {notes.length > 0 && <span className="block">{notes.join(" · ")}</span>}
          {t("tollsSource")}
        </>
      }
    >
      <span className={VALUE}>
        {tolls.length > 0 ? t("tollCount", { count: tolls.length }) : t(hasTollWarning ? "tollWarning" : "tollUnknown")}
      </span>
      {operators.map((contact) => (
        <a key={contact.id} href={telOf(contact.phone)} className="block py-1 text-link underline underline-offset-4">
          <span className="tabular">{contact.phone}</span> · {translated(contact, "name", locale).text}
        </a>
      ))}
    </Fact>
  );
}

/** The name of a place with the link to its page, and its phone. */
export function PlaceContact({ place, locale }: { place: OperatorTow["place"]; locale: Locale }) {
  return (
    <>
      <Link href={localePath(locale, servicePath(place))} className={`${VALUE} text-link underline underline-offset-4`}>
        {translated(place, "name", locale).text}
      </Link>
      {place.phone && (
        <a href={telOf(place.phone)} className="block py-1 tabular text-link underline">
          {place.phone}
        </a>
      )}
    </>
  );
}

/** The nearest workshop to a stop, of the guide and of the map, or the nearest tow service that comes anywhere. */
export async function Help({ row: { category, nearest, onMap }, icon }: { row: NearestHelp; icon: typeof Wrench }) {
  const [t, locale] = await Promise.all([getTranslations("guide/regions.driver"), getLocale()]);
  const distance = (km: number) => (km < 1 ? t("helpHere") : t("helpAway", { km: formatKm(Math.round(km), locale) }));
  const map = onMap && <MapWorkshop place={onMap} distance={distance(onMap.km)} isSecond={nearest !== null} />;
  if (!nearest && map)
    return (
      <Fact icon={icon} label={t(category)}>
        {map}
      </Fact>
    );
  if (!nearest)
    return (
      <Fact icon={icon} label={t(category)} note={t("helpNoData", { km: formatKm(ROUTE_HELP_KM, locale) })}>
        <span className={VALUE}>{t("noData")}</span>
      </Fact>
    );
  const { place, km } = nearest;
  const town = place.city ? `${place.city.name} (${place.city.state_abbr}) · ` : "";
  return (
    <Fact icon={icon} label={t(category)}>
      <PlaceContact place={place} locale={locale} />
      <span className="block text-sm text-muted">{town + distance(km)}</span>
      {map}
    </Fact>
  );
}

/** Earth, gravel and cobbles; nothing on an asphalt road without cobbles, which the facts at the top name. */
export async function Ground({ region, ground }: { region: Region; ground: DriverFacts["ground"] }) {
  const [t, layout, locale] = await Promise.all([
    getTranslations("guide/regions.driver"),
    getTranslations("site/layout.content"),
    getLocale(),
  ]);
  const { kind, unpavedKm } = ground;
  const cobbles = translated({ cobbles: region.cobbles, translations: region.translations }, "cobbles", locale);
  if (kind === "paved" && !cobbles.text) return null;
  const text =
    kind === "mixed" && unpavedKm !== null ? t("groundKm", { km: formatKm(unpavedKm, locale) }) : t(`ground.${kind}`);
  return (
    <Fact
      icon={Route}
      label={t("groundTitle")}
      note={
        cobbles.text && (
          <>
            {cobbles.text}
            <FallbackMark label={layout("fallback")} show={cobbles.fallback} />
          </>
        )
      }
    >
      <span className={VALUE}>{text}</span>
    </Fact>
  );
}

/** Months in which the engine needs more cooling. */
export async function Heat({ climate }: { climate: Climate | null }) {
  const [t, locale] = await Promise.all([getTranslations("guide/regions.driver"), getLocale()]);
  const nearest = climate?.nearest;
  if (!nearest)
    return (
      <Fact icon={ThermometerSun} label={t("heat")} note={t("heatNoData")}>
        <span className={VALUE}>{t("noData")}</span>
      </Fact>
    );
  const station = t("heatStation", { degrees: HOT_MAX_C, name: nearest.station.name });
  return (
    <Fact
      icon={ThermometerSun}
      label={t("heat")}
      note={climate.hot.length > 0 ? `${station} ${t("heatAdvice")}` : station}
    >
      <span className={VALUE}>
        {climate.hot.length === 0
          ? t("heatNever")
          : climate.hot.length === 12
            ? t("heatAlways")
            : formatMonths(climate.hot, locale)}
      </span>
    </Fact>
  );
}

/** Description of the steepest section; nothing when it is not known. */
export async function Steepest({ region }: { region: Region }) {
  const [t, layout, locale] = await Promise.all([
    getTranslations("guide/regions.driver"),
    getTranslations("site/layout.content"),
    getLocale(),
  ]);
  const steepest = translated({ steepest: region.steepest, translations: region.translations }, "steepest", locale);
  if (!steepest.text) return null;
  return (
    <Fact icon={TrendingUp} label={t("steepest")}>
      {steepest.text}
      <FallbackMark label={layout("fallback")} show={steepest.fallback} />
    </Fact>
  );
}

/** The direction with the low sun behind, on a route that leads east or west. */
export async function Sun({ direction }: { direction: "east" | "west" }) {
  const t = await getTranslations("guide/regions.driver");
  return (
    <Fact icon={SunIcon} label={t("direction")}>
      {t(`sun.${direction}`)}
    </Fact>
  );
}
