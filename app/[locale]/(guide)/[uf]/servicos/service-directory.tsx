import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { JsonLd } from "@/components/layout/json-ld";
import { facetGroup, countBy, filterLabels } from "@/components/form/filter-labels";
import { CallToAction } from "@/components/ui/call-to-action";
import { ListFilterForm } from "@/components/form/list-filter-form";
import { postcardPath } from "@/components/postcards/postcard";
import { Pagination } from "@/components/regions/pagination";
import { ServiceCard, serviceData } from "@/components/services/service-card";
import { ServiceSheet } from "@/components/services/service-sheet";
import { SignPlate } from "@/components/ui/sign-plate";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { listCategories, listServicesPage, type Category, type ListedService } from "@/lib/services/queries";
import {
  attributesOf,
  offeredCategories,
  SERVICE_ATTRIBUTES,
  servicePath,
  SERVICES_PER_PAGE,
  servicesPath,
} from "@/lib/services/rules";
import { stateOfSegment } from "@/lib/states/rules";
import { pageCount } from "@/lib/platform/paging";
import { listVouchers } from "@/lib/voucher-downloads/queries";

type Place = { uf: string; page: number };
type Listed = { service: ListedService; category: Category };

/** Title, description and address of one page of a state's directory. */
export async function serviceDirectoryMetadata({ uf, page }: Place) {
  const state = stateOfSegment(uf);
  if (!state) notFound();
  const t = await getTranslations("services.directory");
  const { total } = await listServicesPage(state.abbr, page);
  return pageMetadata({
    locale: await getLocale(),
    path: servicesPath(uf, page),
    title: page === 1 ? t("metaTitle", { state: state.name }) : t("metaTitlePage", { state: state.name, page }),
    description: t("metaDescription", { state: state.name, count: total }),
    image: postcardPath("cidade-historica", `servicos-${uf}`, "png"),
  });
}

/** One page of the places of a state: complete in the HTML, filtered by a client component; each page has its own address. */
export async function ServiceDirectory({ uf, page }: Place) {
  const state = stateOfSegment(uf);
  if (!state) notFound();
  const t = await getTranslations("services.directory");
  const layout = await getTranslations("layout");
  const locale = await getLocale();
  const [categories, { services, total }, vouchers] = await Promise.all([
    listCategories(),
    listServicesPage(state.abbr, page),
    listVouchers(state.abbr),
  ]);
  const offering = new Set(vouchers.map((voucher) => voucher.service.id));
  if (page > 1 && services.length === 0) notFound();
  const to = (path: string) => localePath(locale, path);
  const listed = services.flatMap((service) => {
    const category = categories.find(({ key }) => key === service.category_key);
    return category ? [{ service: { ...service, hasVoucher: offering.has(service.id) }, category }] : [];
  });
  return (
    <main id="conteudo" className="pb-14">
      <Breadcrumb
        label={layout("breadcrumb")}
        siteUrl={env.NEXT_PUBLIC_SITE_URL}
        crumbs={[
          { name: layout("nav.home"), href: to("/home") },
          { name: state.name, href: to(`/${uf}/home`) },
          { name: layout("nav.services"), href: to(servicesPath(uf, page)) },
        ]}
      />
      <div className="page">
        <SignPlate kind="service" className="w-fit max-w-full">
          <h1 className="display-2 px-1">{t("title", { state: state.name })}</h1>
        </SignPlate>
        <p className="mt-4 max-w-3xl text-lg text-muted">{t("lead", { count: total })}</p>
        <Explorer uf={uf} categories={categories} listed={listed} />
        <Pagination
          label={t("pages")}
          current={page}
          links={Array.from({ length: pageCount(total, SERVICES_PER_PAGE) }, (_, index) => ({
            page: index + 1,
            href: to(servicesPath(uf, index + 1)),
          }))}
        />
        <CallToAction
          title={t("inviteTitle")}
          text={t("invite")}
          actions={[
            { label: t("register"), href: to(`/${uf}/cadastro`) },
            { label: t("map"), href: to(`/${uf}/mapa-interativo`) },
          ]}
        />
      </div>
      <JsonLd
        data={{
          "@type": "ItemList",
          name: t("title", { state: state.name }),
          numberOfItems: listed.length,
          itemListElement: listed.map(({ service }, index) => ({
            "@type": "ListItem",
            position: index + 1,
            name: service.name,
            url: env.NEXT_PUBLIC_SITE_URL + to(servicePath(service)),
          })),
        }}
      />
    </main>
  );
}

async function Explorer({
  uf,
  categories,
  listed,
}: {
  uf: string;
  categories: readonly Category[];
  listed: readonly Listed[];
}) {
  const t = await getTranslations("services");
  const filter = await getTranslations("services.filter");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  return (
    <ListFilterForm
      groups={await facets(categories, listed)}
      labels={filterLabels(filter as unknown as Parameters<typeof filterLabels>[0], {
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
        </ul>
      </ServiceSheet>
    </ListFilterForm>
  );
}

/** Filters that match at least one place of the page. */
async function facets(categories: readonly Category[], listed: readonly Listed[]) {
  const t = await getTranslations("services");
  const locale = await getLocale();
  const withAttribute = countBy(
    listed.flatMap(({ service }) => [
      ...attributesOf(service.attributes),
      ...(service.hasVoucher ? (["voucher"] as const) : []),
    ]),
  );
  const inCity = countBy(listed.map(({ service }) => service.city?.slug));
  const cities = new Map(listed.flatMap(({ service: { city } }) => (city ? [[city.slug, city.name] as const] : [])));
  const chips = offeredCategories(
    categories,
    listed.map(({ service }) => service),
  ).map(({ category, count }) => ({
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
