import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { localePath } from "@/lib/platform/i18n/routing";
import { DataDownload } from "./data-download";
import { TextLink } from "./text-link";

/** What the portal keeps, how to take it along and how to have it erased. */
export async function PrivacyCard({ acceptedAt, contact }: { acceptedAt: string | null; contact: string }) {
  const [t, locale, { accounts }] = await Promise.all([getTranslations("accounts.panel.privacy"), getLocale(), getMessages()]);
  const date = acceptedAt && new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "America/Sao_Paulo" }).format(new Date(acceptedAt));
  return (
    <Card className="grid gap-3">
      <CardTitle>{t("title")}</CardTitle>
      <p>{t("stored")}</p>
      {date && <p className="text-muted">{t("consent", { date })}</p>}
      {contact && <p className="break-words">{t("deletion", { email: contact })}</p>}
      <TextLink href={localePath(locale, "/politica-de-privacidade")} className="justify-self-start">
        {t("policy")}
      </TextLink>
      <DataDownload texts={accounts.panel.privacy} />
    </Card>
  );
}
