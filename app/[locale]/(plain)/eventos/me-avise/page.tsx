import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FollowForm } from "@/components/events/follows/follow-form";
import { buttonClass } from "@/components/ui/button-class";
import { SignPlate } from "@/components/ui/sign-plate";
import { PROBLEMS } from "@/lib/events/follows/schema";
import { HUB_PATH } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("events/follows.page", "metaTitle");

/** The form for the events of a state, and what happens after a form was sent. */
export default async function FollowPage({ searchParams }: Props) {
  const { enviado, problema } = await searchParams;
  const [t, locale] = [await getTranslations("events/follows.page"), await getLocale()];
  const problem = PROBLEMS.find((known) => known === problema);
  if (enviado) {
    return (
      <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
        <h1 className="display-1">{t("sent")}</h1>
        <p className="text-lg">{t("sentLead")}</p>
        <p className="text-muted">{t("sentHint")}</p>
        <Link href={localePath(locale, HUB_PATH)} className={buttonClass({ className: "w-fit" })}>
          {t("events")}
        </Link>
      </main>
    );
  }
  return (
    <main id="conteudo" className="page max-w-3xl py-8">
      <h1 className="display-1">{t("title")}</h1>
      {problem && (
        <SignPlate kind="warning" role="alert" className="mt-6 px-4 py-3 text-lg">
          {t(`problem.${problem}`)}
        </SignPlate>
      )}
      <FollowForm subject={null} title={t("formTitle")} lead={t("formLead")} />
    </main>
  );
}
