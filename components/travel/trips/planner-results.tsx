import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { formatKm, formatMinutes, formatMoney, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { LongestGap } from "@/lib/travel/facts/rules";
import { CLASSIC_KM_PER_LITRE, tollSum } from "@/lib/guide/regions/rules";
import { fuelOf, routedKm, legMinutes, surfaceOf } from "@/lib/travel/trips/rules";
import type { StoredRoute, TripPlan } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { ElevationBand } from "../conditions/elevation-band";
import type { PlanState } from "./plan-store";
import { usePlanner, type PlannerTexts } from "./planner-context";
import type { FactsState } from "./use-facts";
import type { RouteStatus } from "./use-route";

type Props = { state: PlanState; status: RouteStatus; facts: FactsState };

/** What the driver needs to know about the whole trip; missing data is named. */
export function PlannerResults({ state, status, facts: { facts, hasFailed } }: Props) {
  const { texts, conditions, locale } = usePlanner();
  const { route } = state.route!;
  const { car } = state.plan;
  const km = (value: number) => formatKm(Math.round(value), locale);
  const minutes = route.legs.reduce((sum, _, index) => sum + legMinutes(route, index, car.cruiseKmh), 0);
  const fuel = fuelOf(route, car);
  const surface = surfaceOf(route);
  return (
    <section aria-labelledby="planner-results" className="grid gap-3">
      <h2 id="planner-results" className="text-2xl">
        {texts.results.title}
      </h2>
      <StatusLine status={status} />
      <Unavoidable state={state} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-xl border-2 border-line bg-surface p-4">
        <Fact term={texts.results.distance} note={<DistanceNote route={route} km={km} />}>
          {lengthText(route, texts, locale)}
        </Fact>
        <Fact term={texts.results.time} note={texts.results.timeNote}>
          {formatMinutes(minutes)}
        </Fact>
        <FuelFact route={route} car={car} />
        <Fact
          term={texts.results.surface}
          note={fill(texts.results.surfaceNote, { paved: km(surface.paved), unknown: km(surface.unknown) })}
        >
          {surface.unpaved >= 0.5 ? fill(texts.results.unpaved, { km: km(surface.unpaved) }) : texts.results.noUnpaved}
        </Fact>
        <Gap term={texts.results.fuelGap} known={facts?.fuel ?? null} hasFailed={hasFailed} rangeKm={fuel.rangeKm} />
        <Gap term={texts.results.workshopGap} known={facts?.workshops ?? null} hasFailed={hasFailed} rangeKm={null} />
      </dl>
      <ElevationBand route={route} texts={conditions} locale={locale} />
      <Tolls plazas={route.tolls} prices={facts?.tolls ?? null} />
      <p className="text-sm text-muted">
        {texts.results.sources} {route.credits.join(" · ")}
      </p>
    </section>
  );
}

/** Litres and cost; without the consumption of the car, litres of the car that the route pages calculate with. */
function FuelFact({ route, car }: { route: StoredRoute; car: TripPlan["car"] }) {
  const { texts, locale } = usePlanner();
  const { litres, costCents } = fuelOf(route, { ...car, kmPerLitre: car.kmPerLitre ?? CLASSIC_KM_PER_LITRE });
  const notes = [
    car.kmPerLitre === null && fill(texts.results.fuelClassic, { kmPerLitre: CLASSIC_KM_PER_LITRE }),
    costCents === null ? texts.results.fuelNoPrice : formatMoney(costCents, locale),
  ];
  return (
    <Fact term={texts.results.fuel} note={notes.filter(Boolean).join(" ")}>
      {`${formatNumber(Math.ceil(litres ?? 0), locale)} L`}
    </Fact>
  );
}

/** Below this nothing of a trip is measured. */
const MEASURED_KM = 0.5;

/** The measured length; the estimate of a trip on roads that are not known at all. */
function lengthText(route: StoredRoute, { results }: PlannerTexts, locale: Locale): string {
  const { routed, unrouted } = routedKm(route);
  if (unrouted === 0 || routed >= MEASURED_KM) return formatKm(Math.round(routed), locale);
  return fill(results.about, { km: formatKm(Math.round(unrouted), locale) });
}

/** What the distance leaves out, and how much of it is a straight line. */
function DistanceNote({ route, km }: { route: StoredRoute; km: (value: number) => string }) {
  const { texts } = usePlanner();
  const { routed, unrouted } = routedKm(route);
  const straight = route.estimatedKm - unrouted;
  return (
    <>
      {unrouted > 0 && routed < MEASURED_KM && <span className="block">{texts.results.allUnknown}</span>}
      {unrouted > 0 && routed >= MEASURED_KM && (
        <span className="block">{fill(texts.results.unknown, { km: km(unrouted) })}</span>
      )}
      {straight >= 1 && <span className="block">{fill(texts.results.estimated, { km: km(straight) })}</span>}
      {route.missing?.map((source) => (
        <span key={source} className="block">
          {texts.results.missing[source]}
        </span>
      ))}
    </>
  );
}

function Fact({ term, note, children }: { term: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="leading-tight">
        <span className="font-display text-xl tabular">{children}</span>
        {note && <span className="mt-0.5 block text-sm text-muted">{note}</span>}
      </dd>
    </div>
  );
}

/** Whether the line is of this plan; the reason when it is not, and a second attempt. */
function StatusLine({ status: { isStale, isLoading, problem, retry } }: { status: RouteStatus }) {
  const { texts } = usePlanner();
  if (isLoading) return <p role="status">{texts.status.loading}</p>;
  if (!problem) return null;
  return (
    <div role="status" className="grid gap-2 rounded-xl border-2 border-faixa p-3">
      <p>
        {texts.status[problem]} {isStale && texts.status.staleLine}
      </p>
      <Button variant="outline" className="justify-self-start" onClick={retry}>
        {texts.status.retry}
      </Button>
    </div>
  );
}

/** The preferences that the roads do not allow, and those that the routing has no data for. */
function Unavoidable({ state: { route } }: { state: PlanState }) {
  const { texts, locale } = usePlanner();
  const { unavoidable, unsupported } = route!.route;
  const lines = [
    ...unavoidable.map((one) =>
      "plazas" in one
        ? fill(texts.results.unavoidableTolls, { count: one.plazas })
        : fill(texts.results.unavoidable, {
            km: formatKm(Math.max(0.1, Math.round(one.km * 10) / 10), locale),
            kind: texts.results.kind[one.kind],
          }),
    ),
    ...unsupported.map((kind) => fill(texts.results.unsupported, { kind: texts.results.kind[kind] })),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-1 rounded-xl border-2 border-faixa p-3">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

type GapProps = { term: string; known: LongestGap | null; hasFailed: boolean; rangeKm: number | null };

function Gap({ term, known, hasFailed, rangeKm }: GapProps) {
  const { texts, locale } = usePlanner();
  if (!known) return <Fact term={term}>{hasFailed ? texts.results.notLoaded : "…"}</Fact>;
  const unknown = known.unknown.length > 0 && fill(texts.results.noDataIn, { states: known.unknown.join(", ") });
  if (!known.gap)
    return (
      <Fact term={term} note={unknown}>
        {texts.results.noData}
      </Fact>
    );
  const km = known.gap.toKm - known.gap.fromKm;
  const notes = [
    fill(texts.results.gapFrom, { km: Math.round(known.gap.fromKm) }),
    rangeKm !== null &&
      (km > rangeKm ? texts.results.beyondRange : fill(texts.results.range, { km: Math.round(rangeKm) })),
    unknown,
  ];
  return (
    <Fact term={term} note={notes.filter(Boolean).join(" ")}>
      {formatKm(Math.round(km), locale)}
    </Fact>
  );
}

function Tolls({ plazas, prices }: { plazas: readonly { name: string }[]; prices: readonly (number | null)[] | null }) {
  const { texts, locale } = usePlanner();
  if (plazas.length === 0) return <p>{texts.results.noTolls}</p>;
  const { cents, unpriced } = tollSum(prices ?? plazas.map(() => null));
  return (
    <details className="rounded-xl border-2 border-line bg-surface">
      <summary className="min-h-12 cursor-pointer px-4 py-3">
        <b className="font-semibold">{fill(texts.results.tolls, { count: plazas.length })}</b>
        {prices && (
          <span className="block text-sm text-muted">
            {cents > 0 && `${formatMoney(cents, locale)} `}
            {unpriced > 0 && fill(texts.results.unpriced, { count: unpriced })}
          </span>
        )}
      </summary>
      <ol className="border-t border-line px-4 py-2">
        {plazas.map(({ name }, index) => (
          // The same plaza may be passed twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex justify-between gap-3 py-1">
            <span>{name || texts.results.plaza}</span>
            <span className="shrink-0 tabular">
              {prices?.[index] == null ? texts.results.noPrice : formatMoney(prices[index], locale)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
