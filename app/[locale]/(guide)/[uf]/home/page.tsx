import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { LatestPost } from "@/components/guide/blog/latest-post";
import { ClimateSection } from "@/components/geo/climate/climate-section";
import { FeaturedEvent } from "@/components/events/events/featured-event";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { JsonLd } from "@/components/ui/json-ld";
import { StatePreview } from "@/components/geo/map/route/state-preview";
import { OfflinePack } from "@/components/guide/offline-packs/offline-pack";
import { Postcard, postcardPath } from "@/components/guide/postcards/postcard";
import { FeaturedRegions } from "@/components/guide/regions/featured-regions";
import { routeCard } from "@/components/guide/regions/region-cover";
import { EmergencyPhones } from "@/components/geo/states/emergency-phones";
import { getStatePost, listNewestPosts } from "@/lib/guide/blog/queries";
import { getCapital } from "@/lib/guide/cities/queries";
import { getClimate } from "@/lib/geo/climate/queries";
import { getFeaturedEvent } from "@/lib/events/events/queries";
import { pageUrl } from "@/lib/platform/site-url";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { mapRoutesOf } from "@/lib/guide/regions/line-facts";
import { listFeaturedRegions, listRegions, type RegionCard } from "@/lib/guide/regions/queries";
import { getStateContent, listStateContacts } from "@/lib/geo/states/queries";
import { PlacedAd } from "../../../placed-ad";
import { StateClubs, StateEvents, StateHelp, StatePhotoPoints, StateServices, StateVouchers } from "./state-sections";
import { buttonClass } from "@/components/ui/button-class";
import { textMetadata } from "@/app/[locale]/page-metadata";
import { stateOf } from "../state-of";
import type { STATE_TEXTS } from "@/lib/platform/supabase/database-constants/guide";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uf } = await params;
  const state = stateOf(uf);
  const [regions, featured] = await Promise.all([listRegions(state.abbr), listFeaturedRegions(state.abbr)]);
  return textMetadata("geo/states.state", `/${uf}/home`, statePicture(featured, uf), {
    state: state.name,
    count: regions.length,
  });
}

/** The postcard of a state shows the landscape and the subjects of its first route. */
function stateCard([first]: readonly RegionCard[], uf: string) {
  return { ...(first ? routeCard(first) : { biome: null }), slug: `estado-${uf}` };
}

function statePicture(regions: readonly RegionCard[], uf: string): string {
  const { biome, slug, motifs } = { motifs: undefined, ...stateCard(regions, uf) };
  return postcardPath(biome, slug, "png", motifs);
}

export default async function StateHomePage({ params }: Props) {
  const { uf } = await params;
  const state = stateOf(uf);
  const t = await getTranslations("geo/states");
  const layout = await getTranslations("site/layout.content");
  const locale = await getLocale();
  const [content, featured, regions, ownPost, [newestPost], contacts, capital] = await Promise.all([
    getStateContent(state.abbr),
    listFeaturedRegions(state.abbr),
    listRegions(state.abbr),
    getStatePost(state.abbr),
    listNewestPosts(state.abbr, 1),
    listStateContacts(state.abbr),
    getCapital(state.abbr),
  ]);
  const climate = capital && (await getClimate(capital, state.abbr));
  const text = (field: (typeof STATE_TEXTS)[number]) =>
    content ? translated(content, field, locale) : { text: "", fallback: false };
  const intro = text("intro");
  const allRoutes = {
    label: t("state.allRoutes", { count: regions.length }),
    href: localePath(locale, `/${uf}/regioes`),
  };
  return (
    <main id="conteudo" className="pb-14">
      <div className="relative isolate">
        <Postcard
          {...stateCard(featured, uf)}
          alt=""
          priority
          className="h-[clamp(13rem,34vw,26rem)] w-full object-cover object-[50%_78%]"
        />
        <div className="page relative -mt-10 flex items-start gap-4">
          <img
            src={`/flags/${uf}.svg`}
            alt={t("state.flag", { state: state.name })}
            width={120}
            height={84}
            className="mt-4 w-24 shrink-0 rounded-lg border-4 border-background shadow-lg sm:mt-8 sm:w-30"
          />
          <h1 className="display-1 pt-12 leading-none">{state.name}</h1>
        </div>
      </div>
      <div className="page mt-4 grid gap-8 lg:grid-cols-[2fr_1fr]">
        <div>
          {text("headline").text && <p className="font-display text-2xl text-faixa-text">{text("headline").text}</p>}
          {intro.text ? (
            <p className="mt-2 max-w-2xl text-lg">
              {intro.text}
              <FallbackMark label={layout("fallback")} show={intro.fallback} />
            </p>
          ) : (
            <p className="mt-2 text-lg text-muted">{t("state.empty")}</p>
          )}
        </div>
        <dl className="grid content-start gap-4">
          {(["best_season", "how_to_arrive"] as const).map((field) => {
            const value = text(field);
            if (!value.text) return null;
            return (
              <div key={field} className="border-l-4 border-faixa pl-3">
                <dt className="font-display text-xl">{t(field === "best_season" ? "state.season" : "state.arrive")}</dt>
                <dd className="text-muted">{value.text}</dd>
              </div>
            );
          })}
        </dl>
      </div>
      <FeaturedEvent event={await getFeaturedEvent(state.abbr)} />
      <FeaturedRegions title={t("state.routes")} regions={featured} uf={uf} more={allRoutes} />
      <PlacedAd placement="state_home" state={state} />
      {regions.length > 0 ? (
        <section className="page mt-14">
          <h2 className="display-2 mb-4">{t("state.map")}</h2>
          <StatePreview
            stateAbbr={state.abbr}
            routes={mapRoutesOf(regions, (region) => ({
              name: translated(region, "name", locale).text,
              href: localePath(locale, `/${uf}/rota/${region.slug}`),
            }))}
            labels={{ title: t("state.mapTitle", { state: state.name }) }}
          />
        </section>
      ) : (
        <section className="page mt-14 rounded-2xl border-2 border-dashed border-line p-8 text-center">
          <h2 className="display-2">{t("state.emptyTitle")}</h2>
          <p className="mt-2 text-muted">{t("state.empty")}</p>
          <Link
            href={localePath(locale, `/${uf}/cadastro`)}
            className={buttonClass({ look: "primary", size: "lg", className: "mt-4" })}
          >
            {t("state.suggest")}
          </Link>
        </section>
      )}
      {climate && <ClimateSection climate={climate} capital={capital.name} bestMonths={climate.good} />}
      <StatePhotoPoints uf={uf} state={state} />
      <StateServices uf={uf} state={state} />
      <StateHelp uf={uf} state={state} />
      <StateEvents state={state} />
      <StateClubs uf={uf} state={state} />
      <StateVouchers uf={uf} state={state} />
      <LatestPost post={ownPost ?? newestPost ?? null} state={state} />
      <OfflinePack uf={uf} name={state.name} />
      <EmergencyPhones own={contacts} />
      <JsonLd
        data={{
          "@type": "AdministrativeArea",
          name: state.name,
          description: intro.text || undefined,
          url: pageUrl(locale, `/${uf}/home`),
          containedInPlace: { "@type": "Country", name: "Brasil" },
        }}
      />
    </main>
  );
}
