import { listAdsIn } from "@/lib/commerce/ads/queries";
import {
  getPost,
  getStatePost,
  listBlogCategories,
  listNeighbours,
  listNewestPosts,
  listPosts,
  listTaggedPosts,
} from "@/lib/guide/blog/queries";
import { listCities, listCitiesAround, listRegionsThrough, getCity } from "@/lib/guide/cities/queries";
import { getClimate } from "@/lib/geo/climate/queries";
import { middleOf } from "@/lib/geo/climate/rules";
import { listClubs } from "@/lib/guide/clubs/queries";
import { getOfflinePack } from "@/lib/guide/offline-packs/queries";
import { countPublished, listFaqs, listGlossary } from "@/lib/guide/pages/queries";
import { listPhotoPoints } from "@/lib/guide/photo-points/queries";
import {
  countRegions,
  getRegion,
  listFeaturedRegions,
  listRegionLines,
  listRegions,
  listRegionsPage,
  listRelatedRegions,
  listRowsAround,
} from "@/lib/guide/regions/queries";
import { listServicePins, listServicesIn, listServicesPage } from "@/lib/guide/services/queries";
import { findPlaces } from "@/lib/panel/requests/queries";
import { getAppRating, listAppReviews } from "@/lib/guide/reviews/queries";
import { listPages, listParts } from "@/lib/site/sitemap/queries";
import { getStateContent } from "@/lib/geo/states/queries";
import { EVENT_PAGES } from "./event-reads";

/** A municipality and a route of the seed, so that every table size measures the same pages. */
const ROUTE = "serra-do-rio-do-rastro";
const TOWN = "lauro-muller";
const TOWN_CODE = 4209607;
const POST = "idade-do-pneu-codigo-dot";

async function routePage(): Promise<void> {
  const region = await getRegion("SC", ROUTE);
  if (!region) throw new Error(`the seed has no route ${ROUTE}`);
  const middle = middleOf(region.region_waypoints);
  await Promise.all([listRowsAround("SC", region), middle && getClimate(middle, "SC")]);
}

async function townPage(): Promise<void> {
  const city = await getCity("SC", TOWN);
  if (!city) throw new Error(`the seed has no town ${TOWN}`);
  await Promise.all([
    listRegionsThrough(TOWN_CODE),
    listServicesIn("SC", TOWN_CODE),
    listCitiesAround({ lat: -28.39, lng: -49.39 }, 60),
  ]);
}

async function postPage(): Promise<void> {
  const post = await getPost(POST);
  if (!post) throw new Error(`the seed has no post ${POST}`);
  await Promise.all([listNeighbours(post, "SC"), listRelatedRegions(null, post.biome)]);
}

/** The queries of each public page type, run through the product's own functions. */
export const PUBLIC_READS: Record<string, () => Promise<unknown>> = {
  "/home": () => Promise.all([countRegions(), listNewestPosts(null, 1)]),
  "/:uf/home": () =>
    Promise.all([
      getStateContent("SC"),
      listFeaturedRegions("SC"),
      listRegions("SC"),
      getStatePost("SC"),
      listNewestPosts("SC", 1),
    ]),
  "/:uf/regioes": () => listRegionsPage("SC", 1),
  "/:uf/rota/:regionSlug": routePage,
  "/:uf/cidade/:cityId": townPage,
  "/:uf/servicos": () => listServicesPage("SC", 1),
  "/:uf/pontos-fotograficos": () => listPhotoPoints("SC"),
  "/:uf/clubes-parceiros": () => listClubs("SC"),
  "/:uf/mapa-interativo": () => Promise.all([listRegionLines("SC"), listServicePins("SC"), listCities("SC")]),
  "/blog": () => Promise.all([listBlogCategories(), listPosts(null, 1)]),
  "/:uf/blog": () => Promise.all([listBlogCategories(), listPosts("SC", 1), getStatePost("SC")]),
  "/blog/categoria/:category": () => listPosts(null, 1, "viagem"),
  "/blog/tag/:tag": () => listTaggedPosts("pneus", 1),
  "/blog/:slug": postPage,
  ...EVENT_PAGES,
  "/api/offline-pack/:uf": () => getOfflinePack("sc", "pt-BR"),
};

/** Queries of public pages and files whose result grows with the tables; they must stay far below the timeout of anon. */
export const GROWING_PUBLIC_READS: Record<string, () => Promise<unknown>> = {
  "/sitemap.xml": () => listParts(),
  "/sitemap: one file of places": () => listPages("places", 0),
  "/sobre: counts": () => countPublished(),
  "/faq": () => listFaqs(),
  "/glossario": () => listGlossary(),
  "/avaliacoes": () => Promise.all([getAppRating(), listAppReviews()]),
  "banners of a page": () => listAdsIn("home_top", "SC"),
  "places for a form": () => findPlaces("SC", "lugar 5"),
};
