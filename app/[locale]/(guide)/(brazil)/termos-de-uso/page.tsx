import { getTranslations } from "next-intl/server";
import { LegalText } from "@/components/accounts/legal/legal-text";
import { ContentPage } from "@/components/guide/pages/content-page";
import { legalMetadata, legalVersions } from "../legal-metadata";

const KEY = "termos-de-uso";

export const revalidate = 300;
export const generateMetadata = () => legalMetadata(KEY);

export default async function TermsPage() {
  const t = await getTranslations(`guide/pages.legal.${KEY}`);
  const versions = await legalVersions(KEY);
  return (
    <ContentPage path={`/${KEY}`} title={versions[0]?.title ?? t("title")} fallback={versions[0]?.fallback}>
      <LegalText versions={versions} />
    </ContentPage>
  );
}
