import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { BreakdownGuide } from "@/components/breakdown/breakdown-guide";
import { BreakdownPanel } from "@/components/breakdown/breakdown-panel";
import { GUIDE } from "@/components/breakdown/guide-steps";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { postcardPath } from "@/components/postcards/postcard";
import { EmergencyPhones } from "@/components/states/emergency-phones";
import { SignPlate } from "@/components/ui/sign-plate";
import { BREAKDOWN_PATH } from "@/lib/breakdown/rules";
import { env } from "@/lib/platform/env";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";

export const revalidate = 3600;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("breakdown");
  return pageMetadata({
    locale: await getLocale(),
    path: BREAKDOWN_PATH,
    title: t("metaTitle"),
    description: t("metaDescription"),
    image: postcardPath("serra", "socorro", "png"),
  });
}

/** What to do with a car that stopped on the road; precached by the service worker in every language. */
export default async function BreakdownPage() {
  const [layout, locale, messages] = [await getTranslations("layout"), await getLocale(), await getMessages()];
  const texts = messages.breakdown;
  const to = (path: string) => localePath(locale, path);
  return (
    <main id="conteudo" className="pb-14" data-asks-position>
      <Breadcrumb
        label={layout("breadcrumb")}
        siteUrl={env.NEXT_PUBLIC_SITE_URL}
        crumbs={[
          { name: layout("nav.home"), href: to("/home") },
          { name: texts.title, href: to(BREAKDOWN_PATH) },
        ]}
      />
      <header className="page">
        <h1 className="display-1">{texts.title}</h1>
        <p className="mt-1 text-lg text-muted">{texts.lead}</p>
        <SignPlate kind="warning" as="section" className="mt-4">
          <h2 className="text-2xl">{texts.safety}</h2>
          <ol className="mt-2 grid list-decimal gap-2 pl-5 font-semibold">
            {Object.entries(texts.safetySteps).map(([key, step]) => (
              <li key={key}>{step}</li>
            ))}
          </ol>
          <p className="mt-3 text-sm">{texts.source}</p>
        </SignPlate>
      </header>
      <EmergencyPhones own={[]} />
      <BreakdownPanel
        texts={texts.panel}
        messageTexts={texts.text}
        symptoms={GUIDE.map(({ key }) => texts.guide[key].title)}
        locale={locale}
      />
      <BreakdownGuide />
    </main>
  );
}
