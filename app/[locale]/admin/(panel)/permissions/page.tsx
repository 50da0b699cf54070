import { getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { CommandForm } from "@/components/ui/command-form";
import { HistoryList } from "@/components/ui/history-list";
import { StateMark } from "@/components/ui/state-mark";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { requireAccount } from "@/lib/platform/auth/guard";
import type { Role } from "@/lib/platform/auth/permissions";
import { changeMatrixAction } from "@/lib/accounts/accounts/users/actions";
import { getPermissionMatrix, listAccessHistory } from "@/lib/accounts/accounts/users/queries";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const CHANGEABLE = ["editor", "admin", "vendedor", "user"] as const satisfies readonly Role[];

export const generateMetadata = unlistedMetadata("panel/system.permissions", "title");

/** Role × permission: one form per role below the two highest roles, which have every permission. */
export default async function PermissionsPage() {
  const account = await requireAccount("/admin/permissions");
  const t = await getTranslations("panel/system");
  const section = await getTranslations("panel/admin.section");
  const [{ definitions, held }, history] = await Promise.all([
    getPermissionMatrix(),
    listAccessHistory("role_permissions"),
  ]);
  const areas = [...new Set(definitions.map(({ area }) => area))];
  return (
    <AdminShell account={account}>
      <SystemPage title={t("permissions.title")} lead={t("permissions.lead")}>
        <SystemSection title={`${t("roles.superadministrador")} · ${t("roles.main_admin")}`}>
          <p className="flex flex-wrap gap-2">
            <StateMark look="good">{t("permissions.always", { count: definitions.length })}</StateMark>
          </p>
        </SystemSection>
        {CHANGEABLE.map((role) => (
          <SystemSection
            key={role}
            title={t(`roles.${role}`)}
            lead={t("permissions.held", {
              count: definitions.filter(({ key }) => held.has(`${role}/${key}`)).length,
              total: definitions.length,
            })}
          >
            <details open={role === "editor"}>
              <summary className="cursor-pointer text-link underline underline-offset-4">
                {t("permissions.open")}
              </summary>
              <CommandForm action={changeMatrixAction} hidden={{ role }} label={t("save")} className="mt-3 gap-4">
                {areas.map((area) => (
                  <fieldset key={area} className="grid gap-x-4 sm:grid-cols-2 xl:grid-cols-3">
                    <legend className="text-sm uppercase tracking-wide text-muted">{section(area as "geral")}</legend>
                    {definitions
                      .filter((one) => one.area === area)
                      .map(({ key, label, description }) => (
                        <label key={key} title={description} className="flex min-h-9 items-center gap-2">
                          <input
                            type="checkbox"
                            name="permissions[]"
                            value={key}
                            defaultChecked={held.has(`${role}/${key}`)}
                            className="size-5 accent-primary"
                          />
                          {label}
                        </label>
                      ))}
                  </fieldset>
                ))}
              </CommandForm>
            </details>
          </SystemSection>
        ))}
        <SystemSection title={t("history.title")}>
          <HistoryList entries={history} />
        </SystemSection>
      </SystemPage>
    </AdminShell>
  );
}
