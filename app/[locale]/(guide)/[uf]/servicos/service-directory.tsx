import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { facetGroup, countBy, filterLabels } from "@/components/geo/search/filter-labels";
import { CallToAction } from "@/components/ui/call-to-action";
import { ListFilterForm } from "@/components/geo/search/list-filter-form";
import { MapPlaceCard, mapPlaceData } from "@/components/guide/map-places/map-place-card";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { Pagination } from "@/components/guide/regions/pagination";
import { ServiceCard, serviceData } from "@/components/guide/services/service-card";
import { ServiceSheet } from "@/components/guide/services/service-sheet";
import { itemList } from "@/components/ui/item-list";
import { ListPage } from "../../list-page";
import { pageUrl } from "@/lib/platform/site-url";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { listCategories, type Category, type ListedService } from "@/lib/guide/services/queries";
import {
  attributesOf,
  offeredCategories,
  servicePath,
  SERVICES_PER_PAGE,
  placesPath,
  servicesPath,
  type PlaceList,
} from "@/lib/guide/services/rules";
import { categoryOf, type MapPlaceKind } from "@/lib/guide/map-places/rules";
import type { MapPlace } from "@/lib/guide/map-places/queries";
import { pageCount } from "@/lib/platform/paging";
import { listVouchers } from "@/lib/partners/downloads/queries";
import { KindLinks } from "./kind-links";
import { loadPlaces } from "./load-places";
import { stateOf } from "../state-of";
import { SERVICE_ATTRIBUTES } from "@/lib/platform/supabase/database-constants/guide";

type Place = { uf: string; page: number; list?: PlaceList };
type Listed = { service: ListedService; category: Category };

/** Title, description and address of one page of a list of places. */
export async function serviceDirectoryMetadata({ uf, page, list = "all" }: Place) {
  const state = stateOf(uf);
  const { total } = await loadPlaces(state.abbr, list, page);
  return pageMetadata({
    locale: await getLocale(),
    path: placesPath(uf, list, page),
    ...(await textsOf(list, { state: state.name, page, count: total })),
    image: postcardPath("cidade-historica", `servicos-${uf}`, "png"),
  });
}

async function textsOf(list: PlaceList, values: { state: string; page: number; count: number }) {
  const isFirst = values.page === 1;
  if (list === "all") {
    const t = await getTranslations("guide/services.directory");
    return {
      title: isFirst ? t("metaTitle", values) : t("metaTitlePage", values),
      description: t("metaDescription", values),
    };
  }
  const places = await getTranslations("guide/map-places");
  const description = places("list.metaDescription", values);
  if (list === "verified") {
    return { title: places(isFirst ? "list.metaTitleVerified" : "list.metaTitleVerifiedPage", values), description };
  }
  const kind = places(`kind.${list}`);
  return { title: places(isFirst ? "list.metaTitle" : "list.metaTitlePage", { ...values, kind }), description };
}

async function headingOf(list: PlaceList, state: string): Promise<string> {
  if (list === "all") return (await getTranslations("guide/services.directory"))("title", { state });
  const t = await getTranslations("guide/map-places");
  return list === "verified"
    ? t("list.titleVerified", { state })
    : t("list.titleKind", { kind: t(`kind.${list}`), state });
}

async function leadOf(list: PlaceList, count: number): Promise<string> {
  if (list === "all") return (await getTranslations("guide/services.directory"))("lead", { count });
  const t = await getTranslations("guide/map-places.list");
  return list === "verified" && count === 0 ? t("noneVerified") : t("lead", { count });
}

/** One page of a list of places: complete in the HTML, filtered by a client component; each page has its own address. */
export async function ServiceDirectory({ uf, page, list = "all" }: Place) {
  const state = stateOf(uf);
  const [t, layout, locale] = await Promise.all([
    getTranslations("guide/services.directory"),
    getTranslations("site/layout"),
    getLocale(),
  ]);
  const [categories, { services, places, total }, vouchers] = await Promise.all([
    listCategories(),
    loadPlaces(state.abbr, list, page),
    listVouchers(state.abbr),
  ]);
  const offering = new Set(vouchers.map((voucher) => voucher.service.id));
  if (page > 1 && services.length + places.length === 0) notFound();
  const to = (path: string) => localePath(locale, path);
  const listed = services.flatMap((service) => {
    const category = categories.find(({ key }) => key === service.category_key);
    return category ? [{ service: { ...service, hasVoucher: offering.has(service.id) }, category }] : [];
  });
  const heading = await headingOf(list, state.name);
  return (
    <ListPage
      state={state}
      crumbs={[{ name: list === "all" ? layout("nav.services") : heading, path: placesPath(uf, list, page) }]}
      kind="service"
      title={heading}
      lead={await leadOf(list, total)}
      data={itemList(
        listed.map(({ service }) => ({ name: service.name, url: pageUrl(locale, servicePath(service)) })),
        heading,
      )}
    >
      <KindLinks uf={uf} current={list} />
      <Explorer uf={uf} categories={categories} listed={listed} places={places} />
      <Pagination
        label={t("pages")}
        current={page}
        count={pageCount(total, SERVICES_PER_PAGE)}
        pathOf={(number) => placesPath(uf, list, number)}
      />
      <CallToAction
        title={t("inviteTitle")}
        text={t("invite")}
        actions={[
          { label: t("register"), href: to(`/${uf}/cadastro`) },
          { label: t("map"), href: to(`/${uf}/mapa-interativo`) },
        ]}
      />
    </ListPage>
  );
}

async function Explorer({
  uf,
  categories,
  listed,
  places,
}: {
  uf: string;
  categories: readonly Category[];
  listed: readonly Listed[];
  places: readonly MapPlace[];
}) {
  const t = await getTranslations("guide/services");
  const filter = await getTranslations("guide/services.filter");
  const kinds = await getTranslations("guide/map-places");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  return (
    <ListFilterForm
      groups={await facets(categories, listed, places)}
      labels={filterLabels(filter, {
        none: t("directory.none"),
        register: t("directory.register"),
        hint: t("directory.hint"),
      })}
      register={{ href: to(`/${uf}/cadastro`), key: "categoria" }}
      googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
    >
      <ServiceSheet
        base={to(servicesPath(uf))}
        labels={{
          title: t("sheet.title"),
          close: t("sheet.close"),
          loading: t("sheet.loading"),
          missing: t("sheet.missing"),
          open: t("sheet.open"),
        }}
      >
        <ul className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {listed.map(({ service, category }) => (
            <li
              key={service.id}
              {...serviceData({ service, category, searchText: translated(category, "name", locale).text })}
            >
              <ServiceCard service={service} category={category} headingLevel={2} />
            </li>
          ))}
          {places.map((place) => (
            <li key={place.id} {...mapPlaceData(place, kinds(`kind.${place.kind as MapPlaceKind}`))}>
              <MapPlaceCard place={place} headingLevel={2} />
            </li>
          ))}
        </ul>
        {places.length > 0 && (
          <p className="mt-3 text-sm text-muted">
            {kinds("list.mapNote")} {kinds("credit")}
          </p>
        )}
      </ServiceSheet>
    </ListFilterForm>
  );
}

/** Filters that match at least one place of the page. */
async function facets(categories: readonly Category[], listed: readonly Listed[], places: readonly MapPlace[]) {
  const t = await getTranslations("guide/services");
  const locale = await getLocale();
  const withAttribute = countBy(
    listed.flatMap(({ service }) => [
      ...attributesOf(service.attributes),
      ...(service.hasVoucher ? (["voucher"] as const) : []),
    ]),
  );
  const towns = [...listed.map(({ service }) => service.city), ...places.map((place) => place.city)];
  const inCity = countBy(towns.map((city) => city?.slug));
  const cities = new Map(towns.flatMap((city) => (city ? [[city.slug, city.name] as const] : [])));
  const chips = offeredCategories(categories, [
    ...listed.map(({ service }) => service),
    ...places.map((place) => ({ category_key: categoryOf(place) })),
  ]).map(({ category, count }) => ({
    value: category.key,
    label: translated(category, "name", locale).text,
    count,
    color: category.color,
  }));
  const category = facetGroup("categoria", "chips", { label: t("directory.category"), any: t("directory.all") }, chips);
  return [
    // The address of an empty category remains valid: it shows the invitation to register the first place.
    { ...category, values: categories.map(({ key }) => key) },
    facetGroup(
      "cidade",
      "select",
      { label: t("directory.city"), any: t("directory.allCities") },
      [...cities]
        .map(([value, label]) => ({ value, label, count: inCity.get(value) ?? 0 }))
        .toSorted((a, b) => a.label.localeCompare(b.label, locale)),
    ),
    facetGroup(
      "atributo",
      "boxes",
      { label: t("directory.oldCar"), any: "" },
      (["voucher", ...SERVICE_ATTRIBUTES] as const).flatMap((value) => {
        const count = withAttribute.get(value);
        return count ? [{ value, label: t(`attribute.${value}`), count }] : [];
      }),
    ),
  ];
}
