import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { ContentPage } from "@/components/guide/pages/content-page";
import { OrganizationJsonLd } from "@/components/guide/pages/organization-json-ld";
import { PortalNumbers } from "@/components/guide/pages/portal-numbers";
import { Postcard, postcardPath } from "@/components/guide/postcards/postcard";
import { Button } from "@/components/ui/button";
import { Markdown } from "@/components/ui/markdown";
import { countPublished, getAboutText } from "@/lib/guide/pages/queries";
import { fillContacts, withoutEmptyContacts } from "@/lib/guide/pages/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { getSettings } from "@/lib/platform/settings/queries";
import { publicMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/sobre";

export const revalidate = 300;

export const generateMetadata = publicMetadata("guide/pages.about", PATH, postcardPath("litoral", "sobre", "png"));

export default async function AboutPage() {
  const locale = await getLocale();
  const t = await getTranslations("guide/pages");
  const [text, settings, counts] = await Promise.all([getAboutText(locale), getSettings(), countPublished()]);
  const to = (path: string) => localePath(locale, path);
  const sections = (text?.sections ?? [])
    .map(({ id, title, body_md }) => ({ id, title, body: withoutEmptyContacts(body_md, settings) }))
    .filter(({ body }) => body !== "");
  return (
    <ContentPage path={PATH} title={text?.title || t("about.title")} lead={text?.lead} fallback={text?.fallback}>
      <Postcard
        biome="litoral"
        slug="sobre"
        alt={t("about.picture")}
        priority
        className="mb-8 aspect-[21/9] w-full rounded-2xl border-8 border-raised object-cover"
      />
      <PortalNumbers title={t("numbers.title")} counts={counts} />
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {sections.map(({ id, title, body }) => (
          <section key={id} id={id} className="scroll-mt-20">
            <h2 className="display-2 mb-3">{title}</h2>
            <Markdown text={fillContacts(body, settings, t("missing"))} headingLevel={3} to={to} />
          </section>
        ))}
      </div>
      <p data-print="hide" className="mt-10 flex flex-wrap gap-3">
        <Button asChild>
          <Link href={to("/como-funciona")}>{t("about.how")}</Link>
        </Button>
        {settings.feature_reviews && (
          <Button asChild variant="outline">
            <Link href={to("/enviar-avaliacao")}>{t("about.review")}</Link>
          </Button>
        )}
        <Button asChild variant="outline">
          <Link href={to("/anuncie-aqui")}>{t("about.advertise")}</Link>
        </Button>
      </p>
      <OrganizationJsonLd settings={settings} />
    </ContentPage>
  );
}
