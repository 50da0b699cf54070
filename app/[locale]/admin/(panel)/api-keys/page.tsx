import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/admin/admin-shell";
import { CommandForm } from "@/components/admin/system/command-form";
import { Stamp } from "@/components/admin/system/stamp";
import { StateMark } from "@/components/admin/system/state-mark";
import { SystemPage, SystemSection } from "@/components/admin/system/system-page";
import { Input } from "@/components/ui/input";
import { deleteApiKeyAction, setApiKeyAction } from "@/lib/api-keys/actions";
import { listApiKeys } from "@/lib/api-keys/queries";
import { API_KEYS } from "@/lib/api-keys/schema";
import { requireAccount } from "@/lib/platform/auth/guard";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("system.apiKeys");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false } };
}

/** Keys of outside services: written here, never shown again. */
export default async function ApiKeysPage() {
  const account = await requireAccount("/admin/api-keys");
  const t = await getTranslations("system.apiKeys");
  const locale = await getLocale();
  const keys = await listApiKeys();
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <div className="grid gap-4 xl:grid-cols-2">
          {API_KEYS.map((name) => {
            const key = keys.find((one) => one.name === name);
            return (
              <SystemSection key={name} title={t(`name.${name}`)}>
                <p className="flex flex-wrap items-center gap-3">
                  <StateMark look={key ? "good" : "none"}>{key ? t("kept", { hint: key.hint }) : t("none")}</StateMark>
                  {key && (
                    <span className="text-sm text-muted">
                      {t("changed")} <Stamp at={key.updated_at} locale={locale} /> · {t("lastUse")} <Stamp at={key.last_used_at} locale={locale} />
                      {key.expires_on && ` · ${t("expires")} ${key.expires_on}`}
                    </span>
                  )}
                </p>
                <CommandForm action={setApiKeyAction} hidden={{ name }} label={t(key ? "replace" : "keep")} variant="outline">
                  <div className="grid gap-3 sm:grid-cols-[1fr_12rem]">
                    <label className="grid gap-1 text-sm">
                      <span className="text-muted">{t("secret")}</span>
                      <Input name="secret" type="password" required minLength={8} maxLength={4000} autoComplete="off" />
                    </label>
                    <label className="grid gap-1 text-sm">
                      <span className="text-muted">{t("expires")}</span>
                      <Input name="expires" type="date" />
                    </label>
                  </div>
                </CommandForm>
                {key && <CommandForm action={deleteApiKeyAction} hidden={{ name }} label={t("remove")} variant="danger" confirm={t("removeConfirm")} />}
              </SystemSection>
            );
          })}
        </div>
      </SystemPage>
    </AdminShell>
  );
}
