import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { CommandForm } from "@/components/ui/command-form";
import { Stamp } from "@/components/ui/stamp";
import { StateMark } from "@/components/ui/state-mark";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { LabelledInput } from "@/components/ui/labelled-input";
import { deleteApiKeyAction, registerApiKeyAction } from "@/lib/panel/api-keys/actions";
import { listApiKeys } from "@/lib/panel/api-keys/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("panel/system.apiKeys", "title");

/** Which external services have a key on the server, and when each key expires. */
export default async function ApiKeysPage() {
  const account = await requireAccount("/admin/api-keys");
  const t = await getTranslations("panel/system.apiKeys");
  const locale = await getLocale();
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <div className="grid gap-4 xl:grid-cols-2">
          {(await listApiKeys()).map(({ name, variable, hint, note }) => (
            <SystemSection key={name} title={t(`name.${name}`)}>
              <p className="text-sm text-muted">{t(`use.${name}`)}</p>
              <p className="flex flex-wrap items-center gap-3">
                <StateMark look={hint ? "good" : "none"}>{hint ? t("kept", { hint }) : t("none")}</StateMark>
                <span className="text-sm text-muted">
                  <code>{variable}</code>
                  {note?.expires_on && ` · ${t("expires")} ${note.expires_on}`}
                  {note && (
                    <>
                      {" "}
                      · {t("changed")} <Stamp at={note.updated_at} locale={locale} />
                    </>
                  )}
                </span>
              </p>
              {hint && (
                <CommandForm action={registerApiKeyAction} hidden={{ name }} label={t("keep")} variant="outline">
                  <LabelledInput
                    label={t("expires")}
                    className="sm:w-48"
                    name="expires"
                    type="date"
                    required
                    defaultValue={note?.expires_on ?? ""}
                  />
                </CommandForm>
              )}
              {note && (
                <CommandForm
                  action={deleteApiKeyAction}
                  hidden={{ name }}
                  label={t("remove")}
                  variant="danger"
                  confirm={t("removeConfirm")}
                />
              )}
            </SystemSection>
          ))}
        </div>
      </SystemPage>
    </AdminShell>
  );
}
