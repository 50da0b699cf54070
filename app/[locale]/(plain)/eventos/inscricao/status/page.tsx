import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { LookupForm } from "@/components/events/registrations/lookup-form";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { TICKETS_PATH } from "@/lib/events/registrations/rules";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("events/registrations.status");
  return { title: `${t("metaTitle")} | LACAMBECHE`, description: t("lead"), robots: { index: false } };
}

/** Look-up of a registration by its code and the e-mail or phone used in it. */
export default async function StatusPage({ searchParams }: Props) {
  const { codigo } = await searchParams;
  const [t, locale, { "events/registrations": texts }] = [
    await getTranslations("events/registrations.status"),
    await getLocale(),
    await getMessages(),
  ];
  return (
    <main id="conteudo" className="page grid max-w-2xl content-start gap-6 py-8">
      <header className="grid gap-2">
        <h1 className="display-1">{t("title")}</h1>
        <p className="text-lg text-muted">{t("lead")}</p>
      </header>
      <Card>
        <LookupForm
          texts={texts.status}
          problems={texts.problem}
          validation={texts.validation}
          locale={locale}
          code={typeof codigo === "string" ? codigo.slice(0, 8) : ""}
        />
      </Card>
      <p className="flex flex-wrap items-center gap-3">
        {t("account")}
        <Link href={localePath(locale, TICKETS_PATH)} className={buttonClass()}>
          {t("panel")}
        </Link>
      </p>
    </main>
  );
}
