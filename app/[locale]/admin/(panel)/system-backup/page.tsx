import { Download } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { ProvedDownload } from "@/components/panel/admin/proved-download";
import { DataTable } from "@/components/ui/data-table";
import { Stamp } from "@/components/ui/stamp";
import { StateMark } from "@/components/ui/state-mark";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { listBackups } from "@/lib/panel/backups/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { formatNumber } from "@/lib/platform/format";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const LOOK = { done: "good", running: "wait", failed: "bad" } as const;

export const generateMetadata = unlistedMetadata("panel/system.backup", "title");

/** Creates an archive of everything, lists earlier archives and explains how to restore one. */
export default async function BackupPage() {
  const account = await requireAccount("/admin/system-backup");
  const t = await getTranslations("panel/system.backup");
  const locale = await getLocale();
  const backups = await listBackups();
  const isAllowed = account.role === "superadministrador";
  return (
    <AdminShell account={account}>
      <SystemPage
        title={t("title")}
        lead={t("lead")}
        actions={
          isAllowed && (
            <Button asChild>
              <ProvedDownload href="/api/backup">
                <Icon of={Download} /> {t("make")}
              </ProvedDownload>
            </Button>
          )
        }
      >
        {!isAllowed && <p className="font-semibold">{t("onlyHighest")}</p>}
        <DataTable
          caption={t("made")}
          heads={[t("when"), t("who"), t("state"), t("rows"), t("files"), t("size")]}
          empty={t("none")}
          rows={backups.map(({ id, created_at, author, status, failure, row_total, file_total, byte_total }) => ({
            id,
            cells: [
              <Stamp key="at" at={created_at} locale={locale} />,
              author?.username ?? t("automatic"),
              <span key="state" className="grid gap-1">
                <StateMark look={LOOK[status as "done"]}>{t(`status.${status as "done"}`)}</StateMark>
                {failure && <span className="text-sm text-muted">{t(`failure.${failure as "error"}`)}</span>}
              </span>,
              formatNumber(row_total, locale),
              formatNumber(file_total, locale),
              formatNumber(byte_total / 1_000_000, locale, {
                style: "unit",
                unit: "megabyte",
                maximumFractionDigits: 1,
              }),
            ],
          }))}
        />
        <SystemSection title={t("restore")} lead={t("restoreLead")}>
          <pre className="whitespace-pre-wrap wrap-anywhere rounded-lg bg-raised p-3 text-sm">
            DATABASE_URL=postgres://… npm run backup:restore -- lacambeche.zip
          </pre>
          <p className="text-muted">{t("left")}</p>
        </SystemSection>
      </SystemPage>
    </AdminShell>
  );
}
