import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { ContentPage } from "@/components/guide/pages/content-page";
import { PortalNumbers } from "@/components/guide/pages/portal-numbers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Markdown } from "@/components/ui/markdown";
import { SignPlate } from "@/components/ui/sign-plate";
import type { AdPlan } from "@/lib/commerce/ads/queries";
import { hasAudience, type Audience } from "@/lib/commerce/ads/rules";
import type { Faq, PublishedCounts } from "@/lib/guide/pages/queries";
import { contactAddress, fillContacts, withoutEmptyContacts } from "@/lib/guide/pages/rules";
import { translated } from "@/lib/platform/i18n/content";
import { stateSegment, type State } from "@/lib/geo/states/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Settings } from "@/lib/platform/settings/schema";
import { pageUrl } from "@/lib/platform/site-url";
import { AdFormats } from "./ad-formats";
import { AdPlans } from "./ad-plans";
import { LeadForm } from "./lead-form";

type MediaKitProps = {
  state: State | null;
  counts: PublishedCounts;
  faqs: readonly Faq[];
  settings: Settings;
  plans: readonly AdPlan[];
  audience: Audience;
};

const TERMS = ["period", "payment", "content", "refusal", "start"] as const;

/** Page for advertisers: content figures, ad placements, plans, questions and contact. */
export async function MediaKit({ state, counts, faqs, settings, plans, audience }: MediaKitProps) {
  const t = await getTranslations("guide/pages.advertise");
  const [locale, messages] = await Promise.all([getLocale(), getMessages()]);
  const { lead, form, done, status, validation } = messages["panel/requests"];
  const path = state ? `/${stateSegment(state.abbr)}/anuncie-aqui` : "/anuncie-aqui";
  const place = { state: state?.name ?? t("country") };
  const whatsapp = contactAddress(settings.contact_phone, t("whatsappText", place));
  return (
    <ContentPage path={path} title={t("title", place)} crumb={t("crumb")} lead={t("lead")} state={state}>
      <PortalNumbers title={t("numbers", place)} counts={counts} />
      <p className="mt-3 max-w-3xl text-sm text-muted">
        {t("numbersNote")}
        {hasAudience(audience) && ` ${t("audienceNote")}`}
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button asChild>
          <a href="#quero-anunciar">{lead.title}</a>
        </Button>
        {whatsapp && (
          <Button asChild variant="outline">
            <a href={whatsapp} target="_blank" rel="noopener">
              {t("whatsapp")}
            </a>
          </Button>
        )}
      </p>
      <AdPlans
        plans={plans}
        contact={{ whatsapp, email: settings.contact_email.trim() }}
        whatsapp={(plan) => contactAddress(settings.contact_phone, t("whatsappPlan", { ...place, plan }))}
      />
      <AdFormats audience={audience} />
      <section className="mt-12">
        <h2 className="display-2">{t("termsTitle")}</h2>
        <ol className="mt-4 grid gap-4 sm:grid-cols-2">
          {TERMS.map((term, index) => (
            <li key={term} className="flex gap-4 rounded-2xl border-2 border-line bg-surface p-5">
              <span aria-hidden className="font-display text-4xl leading-none text-faixa-text">
                {index + 1}
              </span>
              {t(`terms.${term}`)}
            </li>
          ))}
        </ol>
      </section>
      <Questions
        faqs={faqs}
        title={t("faq")}
        filled={(text) => fillContacts(withoutEmptyContacts(text, settings), settings, messages["guide/pages"].missing)}
      />
      <Card id="quero-anunciar" className="mt-12 max-w-3xl scroll-mt-20">
        <h2 className="display-2">{lead.title}</h2>
        <p className="mb-5 mt-1 text-muted">{lead.lead}</p>
        <LeadForm
          texts={{ lead, form, done, validation }}
          state={state?.abbr ?? ""}
          statusPath={localePath(locale, "/solicitar-painel-viagem")}
        />
      </Card>
      <p className="mt-6">
        {t("sell")}{" "}
        <Link href={localePath(locale, "/vendedor/cadastro")} className="text-link underline underline-offset-4">
          {t("sellLink")}
        </Link>
      </p>
      <SignPlate kind="service" as="section" className="mt-8 max-w-3xl p-7">
        {status.lead}{" "}
        <a className="underline underline-offset-4" href={localePath(locale, "/solicitar-painel-viagem#consulta")}>
          {status.title}
        </a>
      </SignPlate>
      <JsonLd
        data={{
          "@type": "WebPage",
          name: t("title", place),
          description: t("metaDescription", place),
          url: pageUrl(locale, path),
          inLanguage: locale,
        }}
      />
    </ContentPage>
  );
}

async function Questions({
  faqs,
  title,
  filled,
}: {
  faqs: readonly Faq[];
  title: string;
  filled: (text: string) => string;
}) {
  const locale = await getLocale();
  if (faqs.length === 0) return null;
  return (
    <section className="mt-12 max-w-3xl">
      <h2 className="display-2">{title}</h2>
      <div className="mt-4 grid gap-2">
        {faqs.map((faq) => (
          <details key={faq.key} className="rounded-xl border-2 border-line bg-surface px-4 py-3">
            <summary className="font-semibold">{translated(faq, "question", locale).text}</summary>
            <Markdown
              text={filled(translated(faq, "answer", locale).text)}
              headingLevel={4}
              to={(path) => localePath(locale, path)}
              className="mt-2"
            />
          </details>
        ))}
      </div>
      <JsonLd
        data={{
          "@type": "FAQPage",
          mainEntity: faqs.map((faq) => ({
            "@type": "Question",
            name: translated(faq, "question", locale).text,
            acceptedAnswer: { "@type": "Answer", text: translated(faq, "answer", locale).text },
          })),
        }}
      />
    </section>
  );
}
