import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { LegalText } from "@/components/accounts/legal/legal-text";
import { StorageTable } from "@/components/accounts/privacy/storage-table";
import { ContentPage } from "@/components/guide/pages/content-page";
import { Card, CardTitle } from "@/components/ui/card";
import { Button } from "@/components/ui/button";
import { Markdown } from "@/components/ui/markdown";
import { fillContacts } from "@/lib/guide/pages/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { getSettings } from "@/lib/platform/settings/queries";
import { legalMetadata, legalVersions } from "../legal-metadata";

const KEY = "politica-de-privacidade";
const RIGHTS = ["export", "correct", "delete", "consent", "contact"] as const;

export const revalidate = 300;
export const generateMetadata = () => legalMetadata(KEY);

export default async function PrivacyPage() {
  const [t, tStorage] = await Promise.all([
    getTranslations("guide/pages"),
    getTranslations("accounts/privacy.storage"),
  ]);
  const [versions, locale, settings] = await Promise.all([legalVersions(KEY), getLocale(), getSettings()]);
  const title = t("legal.rights.title");
  const email = fillContacts("{{contact_email}}", settings, t("missing"));
  return (
    <ContentPage
      path={`/${KEY}`}
      title={versions[0]?.title ?? t(`legal.${KEY}.title`)}
      fallback={versions[0]?.fallback}
    >
      <LegalText
        versions={versions}
        more={[
          { id: "no-seu-aparelho", text: tStorage("title") },
          { id: "seus-direitos", text: title },
        ]}
      >
        <StorageTable id="no-seu-aparelho" />
        <Card id="seus-direitos" className="scroll-mt-20">
          <CardTitle>{title}</CardTitle>
          <dl className="mt-4 grid gap-4">
            {RIGHTS.map((right) => (
              <div key={right}>
                <dt className="font-semibold">{t(`legal.rights.${right}.title`)}</dt>
                <dd>
                  <Markdown text={t(`legal.rights.${right}.text`, { email })} to={(path) => localePath(locale, path)} />
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-5" data-print="hide">
            <Button asChild>
              <Link href={localePath(locale, "/painel")}>{t("legal.rights.panel")}</Link>
            </Button>
          </p>
        </Card>
      </LegalText>
    </ContentPage>
  );
}
