import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES, stateSegment, type State } from "@/lib/geo/states/rules";
import { nameIn, ROUTES_LAYER, type AtlasData, type AtlasLayer } from "./data";

type Props = { id: string; state: State | null; layers: readonly AtlasLayer[]; data: AtlasData };

/** Text alternative of the map: everything of a state, or, for the country, what each state has. Plain links, drawn near the screen only, because the map pages have hundreds of them. */
export async function AtlasList({ id, state, layers, data }: Props) {
  const t = await getTranslations("geo/map.atlas");
  return (
    <section id={id} className="page scroll-mt-20">
      <h2 className="display-2">{state ? t("listTitle", { state: state.name }) : t("listTitleCountry")}</h2>
      {layers.length === 0 && <p className="mt-3 text-lg text-muted">{t("empty")}</p>}
      {state ? <StateList layers={layers} data={data} /> : <CountryList layers={layers} data={data} />}
    </section>
  );
}

/** `uf` is null when the address begins with the state. */
type Row = { layer: string; href: string; name: string; uf: string | null };

async function rowsOf({ routes, points }: AtlasData): Promise<Row[]> {
  const locale = await getLocale();
  const roads = routes.map(({ names, href }) => ({ layer: ROUTES_LAYER, href, name: nameIn(names, locale), uf: null }));
  const places = points.map(({ layer, names, href, uf = null }) => ({ layer, href, name: nameIn(names, locale), uf }));
  return [...roads, ...places];
}

async function StateList({ layers, data }: Pick<Props, "layers" | "data">) {
  const locale = await getLocale();
  const rows = await rowsOf(data);
  return layers.map(({ key, label, count }) => (
    <div key={key} className="mt-6 [contain-intrinsic-height:auto_20rem] [content-visibility:auto]">
      <h3 className="text-2xl">
        {label} <span className="text-lg text-muted tabular">{count}</span>
      </h3>
      <ul className="mt-1 gap-x-6 sm:columns-2 lg:columns-3">
        {rows
          .filter(({ layer }) => layer === key)
          .map(({ href, name }) => (
            <li key={href} className="break-inside-avoid">
              <a
                href={localePath(locale, href)}
                className="inline-flex min-h-9 items-center py-1 leading-tight text-link hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
      </ul>
    </div>
  ));
}

async function CountryList({ layers, data }: Pick<Props, "layers" | "data">) {
  const t = await getTranslations("geo/map.atlas");
  const locale = await getLocale();
  const rows = await rowsOf(data);
  const countIn = (uf: string) => {
    const own = rows.filter((row) => (row.uf ? row.uf === uf : row.href.startsWith(`/${uf}/`)));
    return layers
      .map(({ key, label }) => ({ label, count: own.filter(({ layer }) => layer === key).length }))
      .filter(({ count }) => count > 0);
  };
  return (
    <ul className="mt-4 grid gap-3 [contain-intrinsic-height:auto_60rem] [content-visibility:auto] sm:grid-cols-2 lg:grid-cols-3">
      {STATES.map(({ abbr, name }) => {
        const uf = stateSegment(abbr);
        return (
          <li
            key={abbr}
            className="relative flex gap-3 rounded-xl border-2 border-line bg-surface p-3 focus-within:border-faixa hover:border-rota"
          >
            <img
              src={`/flags/${uf}.svg`}
              alt=""
              width={45}
              height={31}
              loading="lazy"
              className="mt-1 h-8 shrink-0 rounded border border-line"
            />
            <div>
              <h3 className="text-xl">
                <a
                  href={localePath(locale, `/${uf}/mapa-interativo`)}
                  aria-label={t("openState", { state: name })}
                  className="after:absolute after:inset-0 focus-visible:outline-none"
                >
                  {name}
                </a>
              </h3>
              <p className="text-sm text-muted tabular">
                {countIn(uf)
                  .map(({ label, count }) => `${label} ${count}`)
                  .join(" · ") || t("empty")}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
