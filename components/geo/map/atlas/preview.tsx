import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES, stateSegment, type State } from "@/lib/geo/states/rules";
import type { AtlasData } from "./data";
import { BrazilMap } from "../brazil";
import { PointsPreview } from "../points-preview";

type Props = { state: State | null; data: AtlasData; title: string };

/** The finished static map with what it is for: a state with its routes, or the country with links to the states' maps. */
export async function AtlasPreview({ state, data, title }: Props) {
  const t = await getTranslations("geo/map.atlas");
  return (
    <div className="absolute inset-0 flex flex-col gap-3 pt-40 pb-28 lg:p-0">
      {state ? <StateDrawing state={state} data={data} title={title} /> : <CountryDrawing data={data} title={title} />}
      <p className="shrink-0 px-4 text-lg leading-snug lg:absolute lg:right-4 lg:bottom-4 lg:w-80 lg:rounded-xl lg:border-2 lg:border-line lg:bg-surface lg:p-4 lg:text-base">
        {state ? t("lead", { state: state.name }) : t("leadCountry")}
      </p>
    </div>
  );
}

const DRAWING = "grid min-h-0 grow place-items-center *:max-h-full";

function StateDrawing({ state, data, title }: Props & { state: State }) {
  return (
    <PointsPreview
      className={DRAWING}
      stateAbbr={state.abbr}
      points={[]}
      routes={data.routes.map(({ sections }) => sections)}
      title={title}
    />
  );
}

async function CountryDrawing({ data, title }: Omit<Props, "state">) {
  const locale = await getLocale();
  const states = STATES.map(({ abbr, name }) => ({
    abbr,
    name,
    href: localePath(locale, `/${stateSegment(abbr)}/mapa-interativo`),
    count: data.routes.filter(({ href }) => href.startsWith(`/${stateSegment(abbr)}/`)).length,
  }));
  return (
    <div className={`${DRAWING} px-4 lg:py-4 lg:pl-96`}>
      <BrazilMap title={title} states={states} />
    </div>
  );
}
