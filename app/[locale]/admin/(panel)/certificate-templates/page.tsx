import { Link } from "@/components/ui/link";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { TemplateEditor } from "@/components/events/certificates/template-editor";
import { Button } from "@/components/ui/button";
import { listTemplates } from "@/lib/events/certificates/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { LANGUAGE_NAME, localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/admin/certificate-templates";
const NEW = "novo";

export const generateMetadata = unlistedMetadata("events/certificates.templates", "title");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Models of certificates; `?modelo=` opens one in the editor. */
export default async function CertificateTemplatesPage({ searchParams }: Props) {
  const account = await requireAccount(PATH);
  const [t, locale, { modelo }] = [
    await getTranslations("events/certificates.templates"),
    await getLocale(),
    await searchParams,
  ];
  const [templates, { "events/certificates": certificates, "panel/records": records }] = await Promise.all([
    listTemplates(),
    getMessages(),
  ]);
  const list = localePath(locale, PATH);
  const known = templates.find(({ id }) => id === modelo);
  const edited =
    known || modelo === NEW
      ? {
          id: known?.id ?? null,
          name: known?.name ?? "",
          language: known?.language ?? locale,
          background: known?.background_path ?? null,
          // A new model begins as a copy of one in the same language.
          fields: (known ?? templates.find(({ language }) => language === locale))?.fields ?? [],
          active: known?.is_active ?? true,
        }
      : null;
  return (
    <AdminShell account={account}>
      <SystemPage
        title={edited ? t("edit") : t("title")}
        lead={t("lead")}
        actions={
          <Button asChild variant={edited ? "outline" : "primary"}>
            <Link href={edited ? list : `${list}?modelo=${NEW}`}>{edited ? t("title") : t("add")}</Link>
          </Button>
        }
      >
        {edited ? (
          <NextIntlClientProvider messages={{ "events/certificates": certificates, "panel/records": records }}>
            <TemplateEditor key={edited.id ?? NEW} template={edited} list={list} />
          </NextIntlClientProvider>
        ) : (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {templates.map(({ id, name, version, language, is_active }) => (
              <li key={id} className="grid gap-2 rounded-xl border border-line bg-surface p-4">
                <Link href={`${list}?modelo=${id}`} aria-label={t("open", { name })} className="text-xl underline">
                  {name}
                </Link>
                <p className="text-muted">{t("facts", { version, language: LANGUAGE_NAME[language] })}</p>
                {!is_active && <p className="font-semibold">{t("inactive")}</p>}
              </li>
            ))}
          </ul>
        )}
      </SystemPage>
    </AdminShell>
  );
}
