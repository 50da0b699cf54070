import { getLocale, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { ContentPage } from "@/components/guide/pages/content-page";
import { FaqSearch } from "@/components/guide/pages/faq-search";
import { Steps } from "@/components/guide/pages/steps";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { SignPlate } from "@/components/ui/sign-plate";
import { Markdown } from "@/components/ui/markdown";
import { getHowItWorksText, listFaqs, listGlossary } from "@/lib/guide/pages/queries";
import { fillContacts, fillContactsPlainly, withoutEmptyContacts } from "@/lib/guide/pages/rules";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { getSettings } from "@/lib/platform/settings/queries";
import { buttonClass } from "@/components/ui/button-class";
import { publicMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/como-funciona";

export const revalidate = 300;

export const generateMetadata = publicMetadata("guide/pages.how", PATH, postcardPath("serra", "como-funciona", "png"));

export default async function HowItWorksPage() {
  const locale = await getLocale();
  const t = await getTranslations("guide/pages");
  const [text, rows, terms, settings] = await Promise.all([
    getHowItWorksText(locale),
    listFaqs(),
    listGlossary(),
    getSettings(),
  ]);
  const to = (path: string) => localePath(locale, path);
  const filled = (markdown: string) => fillContacts(withoutEmptyContacts(markdown, settings), settings, t("missing"));
  const faqs = rows.map((row) => {
    const answer = translated(row, "answer", locale).text;
    return {
      id: row.key,
      group: row.audience,
      question: translated(row, "question", locale).text,
      searchText: fillContactsPlainly(answer, settings),
      answer: <Markdown text={filled(answer)} headingLevel={4} to={to} />,
    };
  });
  const audiences = text?.audiences ?? [];
  return (
    <ContentPage path={PATH} title={text?.title || t("how.title")} lead={text?.lead} fallback={text?.fallback}>
      <nav aria-label={t("how.audiences")} data-print="hide" className="mb-6 flex flex-wrap gap-2">
        {[
          ...audiences.map(({ id, title }) => [id, title] as const),
          ["perguntas", t("how.faq")] as const,
          ["glossario", t("how.glossary")] as const,
        ].map(([id, title]) => (
          <a key={id} href={`#${id}`} className={buttonClass({ look: "surface" })}>
            {title}
          </a>
        ))}
      </nav>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {audiences.map((audience) => (
          <Steps key={audience.id} audience={audience} open={t("how.open")} to={to} />
        ))}
      </div>
      <section id="perguntas" className="mt-12 scroll-mt-20">
        <h2 className="display-2 mb-4">{t("how.faq")}</h2>
        <FaqSearch
          faqs={faqs}
          groups={Object.fromEntries(audiences.map(({ id, title }) => [id, title]))}
          labels={{ search: t("how.search"), none: t("how.none") }}
        />
      </section>
      <section id="glossario" className="mt-12 scroll-mt-20">
        <h2 className="display-2 mb-4">{t("how.glossary")}</h2>
        <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
          {terms.map((row) => (
            <div key={row.key}>
              <dt className="font-display text-xl">{translated(row, "term", locale).text}</dt>
              <dd className="mt-1">{translated(row, "definition", locale).text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {text?.contact && (
        <SignPlate as="section" kind="service" className="mt-12 p-8 text-xl [&_a]:text-inherit!">
          <Markdown text={filled(text.contact)} to={to} />
        </SignPlate>
      )}
      <JsonLd
        data={{
          "@type": "FAQPage",
          inLanguage: locale,
          mainEntity: faqs.map(({ question, searchText }) => ({
            "@type": "Question",
            name: question,
            acceptedAnswer: { "@type": "Answer", text: searchText },
          })),
        }}
      />
    </ContentPage>
  );
}
