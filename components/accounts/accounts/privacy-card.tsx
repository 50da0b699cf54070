import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ErasureForm } from "@/components/accounts/privacy/erasure-form";
import { Card, CardTitle } from "@/components/ui/card";
import { localePath } from "@/lib/platform/i18n/routing";
import { ERASURE_WAIT_DAYS } from "@/lib/platform/supabase/database-constants/accounts";
import { DataDownload } from "./data-download";
import { TextLink } from "./text-link";
import { formatDay } from "@/lib/platform/format";

type Props = { acceptedAt: string | null; contact: string; isErasurePending: boolean };

/** Stored personal data: what is kept, how to download it and how to request its deletion. */
export async function PrivacyCard({ acceptedAt, contact, isErasurePending }: Props) {
  const [t, tErasure, locale, { "accounts/privacy": privacy }] = await Promise.all([
    getTranslations("accounts/accounts.panel.privacy"),
    getTranslations("accounts/privacy.erasure"),
    getLocale(),
    getMessages(),
  ]);
  const date = acceptedAt && formatDay(acceptedAt, locale, "long");
  return (
    <Card id="privacidade" className="grid scroll-mt-20 gap-3 lg:scroll-mt-18">
      <CardTitle>{t("title")}</CardTitle>
      <p>{t("stored")}</p>
      {date && <p className="text-muted">{t("consent", { date })}</p>}
      <TextLink href={localePath(locale, "/politica-de-privacidade")} className="justify-self-start">
        {t("policy")}
      </TextLink>
      <DataDownload label={t("download")} />
      {!isErasurePending && (
        <details className="border-t border-line pt-3">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">{tErasure("title")}</summary>
          <div className="grid gap-3 pt-2">
            <p>{tErasure("what", { days: ERASURE_WAIT_DAYS })}</p>
            <p className="text-muted">{tErasure("kept")}</p>
            <ErasureForm texts={privacy.erasure} />
          </div>
        </details>
      )}
      {contact && <p className="break-words text-muted">{t("contact", { email: contact })}</p>}
    </Card>
  );
}
