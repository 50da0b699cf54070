import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { PointsPreview } from "@/components/geo/map/points-preview";
import { creditOf, Photo } from "@/components/platform/media/photo";
import { PhotoGallery } from "@/components/platform/media/photo-gallery";
import { Postcard, postcardPath } from "@/components/guide/postcards/postcard";
import { ShareBar } from "@/components/guide/regions/share-bar";
import { ServiceCard } from "@/components/guide/services/service-card";
import { ServiceDetail } from "@/components/guide/services/service-detail";
import { WriteForm } from "@/components/partners/service-messages/write-form";
import { placeData } from "@/components/guide/services/structured-data";
import { PlaceVouchers } from "@/components/partners/downloads/place-vouchers";
import { positionOf } from "@/lib/guide/cities/rules";
import { pageUrl, siteUrl } from "@/lib/platform/site-url";
import { listPictures } from "@/lib/platform/media/queries";
import { isShown } from "@/lib/platform/media/rules";
import { postcardOf } from "@/lib/guide/postcards/rules";
import { stateTag } from "@/lib/platform/cache-tags";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { redirectOrNotFound } from "@/lib/platform/redirects/queries";
import { takesMessages } from "@/lib/partners/service-messages/queries";
import { getService, listCategories, listServicesIn, type Category, type Service } from "@/lib/guide/services/queries";
import { biomeOfCategory, servicePath, servicesPath } from "@/lib/guide/services/rules";
import { getSettings } from "@/lib/platform/settings/queries";
import { stateOfSegment, type State } from "@/lib/geo/states/rules";
import { listVouchers } from "@/lib/partners/downloads/queries";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

type Props = { params: Promise<{ uf: string; slug: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const { uf, slug } = await params;
  const state = stateOfSegment(uf);
  const service = state && /^[a-z0-9-]{1,160}$/.test(slug) ? await getService(state.abbr, slug) : null;
  const categories = await listCategories();
  const category = categories.find(({ key }) => key === service?.category_key);
  if (!state) notFound();
  if (!service || !category) return redirectOrNotFound(`${servicesPath(uf)}/${slug}`);
  return { uf, state, service, category, categories };
}

const PICTURE = "aspect-[3/2] w-full rounded-2xl border-2 border-line object-cover";

/** Landscape of a category's generated image: mountains for viewpoints, a historic town for everything else. */

const cardOf = ({ name, slug, state_abbr }: Service, category: Category) =>
  postcardOf({ name, slug, state_abbr, biome: biomeOfCategory(category.key) });

function cardPath(service: Service, category: Category): string {
  const { biome, slug, motifs } = cardOf(service, category);
  return postcardPath(biome, slug, "png", motifs);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { state, service, category } = await load(params);
  const t = await getTranslations("guide/services.detail");
  const locale = await getLocale();
  const where = service.city?.name ?? state.name;
  return pageMetadata({
    locale,
    path: servicePath(service),
    title: t("metaTitle", { name: service.name, uf: state.abbr }),
    description: translated(service, "description", locale).text,
    more: t("metaMore", { category: translated(category, "name", locale).text, city: where, state: state.name }),
    image: isShown(service.cover_url) ? service.cover_url : cardPath(service, category),
    type: "article",
  });
}

export default async function ServicePage({ params }: Props) {
  const { uf, state, service, category, categories } = await load(params);
  const t = await getTranslations("guide/services.detail");
  const layout = await getTranslations("site/layout");
  const share = await getTranslations("guide/regions.route");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  const url = pageUrl(locale, servicePath(service));
  const pictures = (
    await listPictures([service.cover_url, ...service.photos], locale, [stateTag("services", state.abbr)])
  ).map((picture) => ({ ...picture, alt: picture.alt || t("photoOf", { name: service.name }) }));
  const cover = pictures.find(({ path }) => path === service.cover_url);
  const image = cover?.path ?? cardPath(service, category);
  return (
    <main id="conteudo" className="pb-14">
      <PageCrumbs
        startsAtHome={false}
        state={state}
        crumbs={[
          { name: layout("nav.services"), path: servicesPath(uf) },
          { name: service.name, path: servicePath(service) },
        ]}
      />
      <div className="page grid items-start gap-8 lg:grid-cols-[1.2fr_1fr]">
        <div>
          <ServiceDetail service={service} category={category} />
          <div className="mt-4 flex flex-wrap gap-2" data-print="hide">
            <ShareBar
              labels={{ share: share("share"), copy: share("copy"), print: share("print") }}
              url={url}
              text={service.name}
            />
          </div>
          {(await takesMessages(service.id, state.abbr)) && (
            <div className="mt-6">
              <WriteForm place={service} path={to(servicePath(service))} />
            </div>
          )}
        </div>
        <div className="grid gap-4">
          {cover ? (
            <figure>
              <Photo picture={cover} priority className={PICTURE} />
              {creditOf(cover) && (
                <figcaption className="mt-1 text-sm text-muted">
                  {t("photoCredit", { credit: creditOf(cover) })}
                </figcaption>
              )}
            </figure>
          ) : (
            <Postcard
              {...cardOf(service, category)}
              alt={layout("postcardAlt", { name: service.name })}
              priority
              className={PICTURE}
            />
          )}
          <Where
            state={state}
            service={service}
            category={category}
            title={t("mapTitle", { name: service.name, state: state.name })}
          />
        </div>
      </div>
      <PlaceVouchers
        uf={uf}
        vouchers={(await listVouchers(state.abbr)).filter((voucher) => voucher.service.id === service.id)}
        acceptsGuests={(await getSettings()).feature_guest_vouchers}
      />
      <PhotoGallery
        title={t("photosTitle", { name: service.name })}
        pictures={pictures.filter((picture) => picture !== cover)}
        creditLine={(credit) => t("photoCredit", { credit })}
      />
      <Neighbours
        service={service}
        categories={categories}
        more={{ label: t("all", { state: state.name }), href: to(servicesPath(uf)) }}
      />
      <JsonLd
        data={placeData({
          service,
          category,
          description: translated(service, "description", locale).text,
          url,
          image: siteUrl(image),
        })}
      />
    </main>
  );
}

function Where({
  state,
  service,
  category,
  title,
}: {
  state: State;
  service: Service;
  category: Category;
  title: string;
}) {
  const position = positionOf(service);
  if (!position) return null;
  const isSight = category.kind === "attraction" || category.kind === "museum";
  const point = {
    id: service.id,
    name: service.city?.name ?? service.name,
    lat: position.lat,
    lng: position.lng,
    kind: isSight ? ("attraction" as const) : ("service" as const),
    isMain: true,
  };
  return <PointsPreview stateAbbr={state.abbr} points={[point]} title={title} />;
}

async function Neighbours({
  service,
  categories,
  more,
}: {
  service: Service;
  categories: readonly Category[];
  more: { label: string; href: string };
}) {
  const t = await getTranslations("guide/services.detail");
  const there = service.city ? await listServicesIn(service.state_abbr, service.city.ibge_code) : [];
  const others = there.filter(({ id }) => id !== service.id).slice(0, 6);
  return (
    <section className="page mt-12">
      {others.length > 0 && <h2 className="display-2">{t("nearby", { city: service.city?.name ?? "" })}</h2>}
      <ul className="mt-4 grid gap-4 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
        {others.map((other) => {
          const category = categories.find(({ key }) => key === other.category_key);
          return category ? (
            <li key={other.id}>
              <ServiceCard service={other} category={category} />
            </li>
          ) : null;
        })}
      </ul>
      <Link
        href={more.href}
        className="mt-4 inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
      >
        {more.label}
      </Link>
    </section>
  );
}
