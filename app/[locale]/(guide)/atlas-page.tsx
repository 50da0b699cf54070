import { getLocale, getTranslations } from "next-intl/server";
import { loadAtlasRows } from "@/app/mapa-interativo/dados/atlas-rows";
import { AtlasTexts } from "@/components/geo/map/atlas/atlas-texts";
import { JsonLd } from "@/components/ui/json-ld";
import {
  atlasDataPath,
  FIXED_LAYERS,
  ROUTES_LAYER,
  type AtlasData,
  type AtlasLayer,
  type FixedLayer,
} from "@/components/geo/map/atlas/data";
import { extraLayers } from "@/components/geo/map/atlas/extra-layers";
import { AtlasWithPlaces } from "@/components/guide/map-places/atlas-with-places";
import { placeLayers } from "@/components/guide/map-places/place-layers";
import { mapPlacesFile } from "@/lib/guide/map-places/rules";
import { firstFiles } from "@/components/geo/map/atlas/first-files";
import { atlasLabels } from "@/components/geo/map/atlas/labels";
import { AtlasList } from "@/components/geo/map/atlas/list";
import { AtlasPreview } from "@/components/geo/map/atlas/preview";
import { statePositions } from "@/components/geo/map/state-outline";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { SignPlate } from "@/components/ui/sign-plate";
import { pageUrl } from "@/lib/platform/site-url";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { listCategories } from "@/lib/guide/services/queries";
import { listRoadOperators } from "@/lib/geo/states/queries";
import { stateSegment, type State } from "@/lib/geo/states/rules";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

const LIST_ID = "lista";
const pathOf = (state: State | null) => (state ? `/${stateSegment(state.abbr)}/mapa-interativo` : "/mapa-interativo");

/** Title, description and address of the map of a state, or of the country. */
export async function atlasMetadata(state: State | null) {
  const t = await getTranslations("geo/map.atlas");
  return pageMetadata({
    locale: await getLocale(),
    path: pathOf(state),
    title: state ? t("metaTitle", { state: state.name }) : t("metaTitleCountry"),
    description: state ? t("metaDescription", { state: state.name }) : t("metaDescriptionCountry"),
    image: postcardPath("serra", `mapa-${state ? stateSegment(state.abbr) : "brasil"}`, "png"),
  });
}

/** Initial bounds of the map: west, south, east, north. */
function boundsOf(state: State | null): [number, number, number, number] {
  const positions = statePositions(state?.abbr ?? null);
  const lngs = positions.map(([lng]) => lng);
  const lats = positions.map(([, lat]) => lat);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

/** The layers that have content: the fixed ones first, then the categories in the guide's order. */
async function layersOf({ routes, points }: AtlasData): Promise<AtlasLayer[]> {
  const t = await getTranslations("geo/map.atlas.layer");
  const locale = await getLocale();
  const categories = await listCategories();
  const countOf = (key: string) =>
    key === ROUTES_LAYER ? routes.length : points.filter(({ layer }) => layer === key).length;
  const fixed = (key: FixedLayer): AtlasLayer => ({ key, label: t(key), ...FIXED_LAYERS[key], count: countOf(key) });
  const places = categories.map((category) => ({
    key: category.key,
    label: translated(category, "name", locale).text,
    color: category.color,
    icon: category.icon,
    count: countOf(category.key),
  }));
  const own = [fixed("rotas"), fixed("eventos"), fixed("fotos"), ...places, fixed("clubes"), fixed("cidades")];
  return own.filter(({ count }) => count !== null && count > 0);
}

/** The layers of open data, in the page's language. */
async function openDataLayers(): Promise<AtlasLayer[]> {
  const t = await getTranslations("geo/map.atlas");
  const contacts = await listRoadOperators();
  return extraLayers(
    { label: (key) => t(`layer.${key}`), note: (key) => t(`note.${key}`) },
    contacts.map(({ name, phone }) => [name, phone]),
  );
}

/** The layers of map places of a state, in the page's language; the country has too many of them. */
async function mapPlaceLayers(uf: string | null): Promise<AtlasLayer[]> {
  const t = await getTranslations("guide/map-places.layers");
  return uf === null ? [] : placeLayers({ label: (key) => t(key), note: t("note") }, mapPlacesFile(uf));
}

/** Map of a state or of the country, with the same content as a list below it. */
export async function AtlasPage({ state }: { state: State | null }) {
  const t = await getTranslations("geo/map");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const data = await loadAtlasRows(state?.abbr ?? null);
  const layers = await layersOf(data);
  const bounds = boundsOf(state);
  const uf = state && stateSegment(state.abbr);
  const title = state ? t("atlas.title", { state: state.name }) : t("atlas.titleCountry");
  const url = pageUrl(locale, pathOf(state));
  return (
    <main id="conteudo" className="pb-14">
      <AtlasTexts value={atlasLabels((key) => t(key as "open"))}>
        <AtlasWithPlaces
          stateAbbr={state?.abbr ?? null}
          dataPath={atlasDataPath(uf)}
          layers={[...layers, ...(await openDataLayers()), ...(await mapPlaceLayers(uf))]}
          bounds={bounds}
          files={firstFiles(bounds)}
          locale={locale}
          listId={LIST_ID}
          header={
            <SignPlate kind="route" className="w-fit max-w-full px-4 py-3 shadow-lg">
              <h1 className="px-1 text-2xl leading-tight">{title}</h1>
            </SignPlate>
          }
        >
          <AtlasPreview state={state} data={data} title={title} />
        </AtlasWithPlaces>
      </AtlasTexts>
      <PageCrumbs state={state} crumbs={[{ name: layout("nav.map"), path: pathOf(state) }]} />
      <AtlasList id={LIST_ID} state={state} layers={layers} data={data} />
      <JsonLd
        data={{
          "@type": "Map",
          name: title,
          url,
          inLanguage: locale,
          about: { "@type": "Place", name: state?.name ?? "Brasil" },
        }}
      />
    </main>
  );
}
