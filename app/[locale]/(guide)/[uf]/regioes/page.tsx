import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { JsonLd } from "@/components/layout/json-ld";
import { postcardPath } from "@/components/postcards/postcard";
import { RegionCard } from "@/components/regions/region-card";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { listRegions } from "@/lib/regions/queries";
import { stateOfSegment } from "@/lib/states/rules";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uf } = await params;
  const state = stateOfSegment(uf);
  if (!state) notFound();
  const t = await getTranslations("regions.list");
  return pageMetadata({
    locale: await getLocale(),
    path: `/${uf}/regioes`,
    title: t("metaTitle", { state: state.name }),
    description: t("metaDescription", { state: state.name }),
    image: postcardPath((await listRegions(state.abbr))[0]?.biome ?? null, `rotas-${uf}`, "png"),
  });
}

export default async function RegionsPage({ params }: Props) {
  const { uf } = await params;
  const state = stateOfSegment(uf);
  if (!state) notFound();
  const t = await getTranslations("regions.list");
  const guide = await getTranslations("guide");
  const layout = await getTranslations("layout");
  const locale = await getLocale();
  const regions = await listRegions(state.abbr);
  const to = (path: string) => localePath(locale, path);
  return (
    <main id="conteudo" className="pb-14">
      <Breadcrumb
        label={guide("breadcrumb")}
        siteUrl={env.NEXT_PUBLIC_SITE_URL}
        crumbs={[
          { name: layout("nav.home"), href: to("/home") },
          { name: state.name, href: to(`/${uf}/home`) },
          { name: layout("nav.regions"), href: to(`/${uf}/regioes`) },
        ]}
      />
      <div className="page">
        <h1 className="display-1">{t("title", { state: state.name })}</h1>
        <p className="mt-2 text-lg text-muted">{t("lead", { count: regions.length })}</p>
        {regions.length === 0 ? (
          <div className="mt-8 rounded-2xl border-2 border-dashed border-line p-8 text-center">
            <p className="text-lg">{guide("state.empty")}</p>
            <Link href={to(`/${uf}/cadastro`)} className="mt-4 inline-flex h-12 items-center rounded-xl bg-primary px-5 font-semibold text-primary-ink">
              {guide("state.suggest")}
            </Link>
          </div>
        ) : (
          <div className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {regions.map((region) => (
              <RegionCard key={region.id} region={region} uf={uf} headingLevel={2} />
            ))}
          </div>
        )}
      </div>
      <JsonLd
        data={{
          "@type": "ItemList",
          name: t("title", { state: state.name }),
          numberOfItems: regions.length,
          itemListElement: regions.map((region, index) => ({
            "@type": "ListItem",
            position: index + 1,
            name: translated(region, "name", locale).text,
            url: env.NEXT_PUBLIC_SITE_URL + to(`/${uf}/rota/${region.slug}`),
          })),
        }}
      />
    </main>
  );
}
