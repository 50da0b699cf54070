import { getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SettingsForm } from "@/components/panel/system/settings-form";
import { SystemPage } from "@/components/ui/system-page";
import { requireAccount } from "@/lib/platform/auth/guard";
import { saveSystemSettingsAction } from "@/lib/platform/settings/actions";
import { getSettingRows } from "@/lib/platform/settings/queries";
import { fieldsOfPage } from "@/lib/platform/settings/schema";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("panel/system.systemConfig", "title");

export default async function SystemConfigPage() {
  const account = await requireAccount("/admin/system-config");
  const t = await getTranslations("panel/system.systemConfig");
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <SettingsForm
          fields={fieldsOfPage("system")}
          {...await getSettingRows("system")}
          action={saveSystemSettingsAction}
        />
      </SystemPage>
    </AdminShell>
  );
}
