import { getLocale, getMessages } from "next-intl/server";
import type { TripFacts } from "@/lib/travel/facts/rules";
import type { SavedTrip } from "@/lib/travel/trips/schema";
import { Conditions } from "./conditions";
import { ElevationBand } from "./elevation-band";

/** The conditions of a stored trip, for pages that show it; nothing without its line or facts, and nothing on paper without a known problem. */
export async function TripConditions({ trip: { plan, route }, facts }: { trip: SavedTrip; facts: TripFacts | null }) {
  if (!route || !facts) return null;
  const [{ "travel/conditions": texts }, locale] = [await getMessages(), await getLocale()];
  return (
    <section aria-labelledby="semaforo" className="grid gap-3 print:gap-1 print:not-has-data-problem:hidden">
      <h2 id="semaforo" className="text-2xl">
        {texts.title}
      </h2>
      <p className="text-muted print:hidden">{texts.lead}</p>
      <Conditions
        plan={plan}
        route={route}
        facts={facts.conditions}
        timeZone={facts.timeZone}
        texts={texts}
        locale={locale}
        carAction={<p>{texts.car.missingSaved}</p>}
      />
    </section>
  );
}

/** The elevation profile of a stored trip, for pages that show it; nothing without one. */
export async function TripElevation({ trip: { route } }: { trip: SavedTrip }) {
  if (!route) return null;
  const [{ "travel/conditions": texts }, locale] = [await getMessages(), await getLocale()];
  return <ElevationBand route={route} texts={texts} locale={locale} />;
}
