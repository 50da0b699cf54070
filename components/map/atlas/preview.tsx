import { getLocale } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES, stateSegment, type State } from "@/lib/states/rules";
import type { AtlasData } from "./data";
import { BrazilMap } from "../brazil";
import { PointsPreview } from "../points-preview";

/** The finished static map: a state with its routes, or the country with a link to the map of each state. */
export async function AtlasPreview({ state, data, title }: { state: State | null; data: AtlasData; title: string }) {
  const locale = await getLocale();
  if (state)
    return (
      <PointsPreview
        className="absolute inset-0 grid place-items-center *:max-h-full"
        stateAbbr={state.abbr}
        points={[]}
        routes={data.routes.map(({ sections }) => sections)}
        title={title}
      />
    );
  const states = STATES.map(({ abbr, name }) => ({
    abbr,
    name,
    href: localePath(locale, `/${stateSegment(abbr)}/mapa-interativo`),
    count: data.routes.filter(({ href }) => href.startsWith(`/${stateSegment(abbr)}/`)).length,
  }));
  return (
    <div className="absolute inset-0 grid place-items-center p-4 pt-40 *:max-h-full lg:pt-4 lg:pl-96">
      <BrazilMap title={title} states={states} />
    </div>
  );
}
