import { getLocale, getTranslations } from "next-intl/server";
import { CertificateCheck } from "@/components/events/certificates/certificate-check";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("events/certificates.check", "title");

/** Checks a certificate by its code. The page holds no data of the certificate: the browser asks for it. */
export default async function CertificateCheckPage({ params }: { params: Promise<{ code: string }> }) {
  const [t, locale, { code }] = [await getTranslations("events/certificates.check"), await getLocale(), await params];
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
      <h1 className="display-1">{t("title")}</h1>
      <p className="text-muted">{t("lead")}</p>
      <CertificateCheck
        code={decodeURIComponent(code).slice(0, 40)}
        locale={locale}
        texts={{
          code: t("code"),
          check: t("check"),
          checking: t("checking"),
          limited: t("limited"),
          failed: t("failed"),
          name: t("name"),
          event: t("event"),
          date: t("date"),
          pdf: t("pdf"),
          states: {
            valid: { title: t("valid.title"), text: t("valid.text") },
            revoked: { title: t("revoked.title"), text: t("revoked.text") },
            unknown: { title: t("unknown.title"), text: t("unknown.text") },
          },
        }}
      />
    </main>
  );
}
