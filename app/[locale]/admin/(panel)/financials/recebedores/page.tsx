import { getLocale, getTranslations } from "next-intl/server";
import { RecipientList } from "@/components/events/recipients/panel/recipient-list";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { SystemPage } from "@/components/ui/system-page";
import { listRecipients } from "@/lib/events/recipients/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { PANEL_PAGES } from "@/lib/platform/panel-pages";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("events/recipients.panel", "title");

/** Pix keys of organisers that wait for an approval of the team. */
export default async function RecipientsPage({
  searchParams,
}: {
  searchParams: Promise<{ todos?: string | string[] }>;
}) {
  const account = await requireAccount(PANEL_PAGES.event_recipients.path);
  const isAll = (await searchParams).todos === "1";
  const [t, locale] = [await getTranslations("events/recipients.panel"), await getLocale()];
  const path = localePath(locale, PANEL_PAGES.event_recipients.path);
  return (
    <AdminShell account={account}>
      <SystemPage
        title={t("title")}
        lead={t("lead")}
        actions={
          <Link href={isAll ? path : `${path}?todos=1`} className={buttonClass({ look: "outline" })}>
            {t(isAll ? "pending" : "all")}
          </Link>
        }
      >
        <RecipientList recipients={await listRecipients(!isAll)} />
      </SystemPage>
    </AdminShell>
  );
}
