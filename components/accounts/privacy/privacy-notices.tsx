import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { TextLink } from "@/components/accounts/accounts/text-link";
import { Card } from "@/components/ui/card";
import { localePath } from "@/lib/platform/i18n/routing";
import type { AcknowledgedDocument } from "@/lib/accounts/privacy/rules";
import { AcknowledgeButton } from "./acknowledge-button";
import { CancelErasure } from "./cancel-erasure";
import { formatDay } from "@/lib/platform/format";

type Props = {
  /** Date when the account will be deleted, or null. */
  erasureDueAt: string | null;
  versions: readonly { document: AcknowledgedDocument; version: string; effective_at: string }[];
};

/** Notices for a signed-in account: a scheduled deletion, and new versions of the legal texts. */
export async function PrivacyNotices({ erasureDueAt, versions }: Props) {
  const [t, locale, { "accounts/privacy": privacy }] = await Promise.all([
    getTranslations("accounts/privacy"),
    getLocale(),
    getMessages(),
  ]);
  return (
    <>
      {erasureDueAt && (
        <Card role="alert" className="grid gap-4 border-danger sm:grid-cols-[1fr_auto] sm:items-center">
          <p className="text-lg">{t("erasure.due", { date: formatDay(erasureDueAt, locale, "long") })}</p>
          <CancelErasure label={privacy.erasure.cancel} pendingLabel={privacy.erasure.cancelling} />
        </Card>
      )}
      {versions.map(({ document, version, effective_at }) => (
        <Card key={document} className="grid gap-4 sm:grid-cols-[1fr_auto] sm:items-center">
          <p>
            {t(`version.text.${document}`, { version, date: formatDay(effective_at, locale, "long") })}{" "}
            <TextLink href={localePath(locale, `/${document}`)}>{t("version.read")}</TextLink>
          </p>
          <AcknowledgeButton document={document} label={t("version.done")} />
        </Card>
      ))}
    </>
  );
}
