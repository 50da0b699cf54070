import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { LegalText } from "@/components/accounts/legal/legal-text";
import { ContentPage } from "@/components/guide/pages/content-page";
import { StatusLookup } from "@/components/panel/requests/status-lookup";
import { TakedownForm } from "@/components/panel/requests/takedown-form";
import { Card } from "@/components/ui/card";
import { legalMetadata, legalVersions } from "../legal-metadata";

const KEY = "direitos-autorais";

export const revalidate = 300;
export const generateMetadata = () => legalMetadata(KEY);

export default async function CopyrightPage() {
  const t = await getTranslations(`guide/pages.legal.${KEY}`);
  const [versions, locale, { "panel/requests": texts }] = await Promise.all([
    legalVersions(KEY),
    getLocale(),
    getMessages(),
  ]);
  return (
    <ContentPage path={`/${KEY}`} title={versions[0]?.title ?? t("title")} fallback={versions[0]?.fallback}>
      <LegalText
        versions={versions}
        more={[
          { id: "pedido", text: texts.takedown.title },
          { id: "consulta", text: texts.status.title },
        ]}
      >
        <Card id="pedido" data-print="hide" className="scroll-mt-20">
          <h2 className="display-2">{texts.takedown.title}</h2>
          <p className="mb-5 mt-1 text-muted">{texts.takedown.lead}</p>
          <TakedownForm
            texts={{ takedown: texts.takedown, form: texts.form, done: texts.done, validation: texts.validation }}
            locale={locale}
          />
        </Card>
        <StatusLookup texts={{ status: texts.status, validation: texts.validation }} locale={locale} />
      </LegalText>
    </ContentPage>
  );
}
