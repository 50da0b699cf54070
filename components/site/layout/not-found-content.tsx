import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { localePath } from "@/lib/platform/i18n/routing";
import { buttonClass } from "@/components/ui/button-class";

type NotFoundContentProps = {
  /** Links below the text. */
  children?: ReactNode;
};

/** Content of a page with status 404, with links to other pages. */
export async function NotFoundContent({ children }: NotFoundContentProps) {
  const t = await getTranslations("site/layout.notFound");
  const home = localePath(await getLocale(), "/home");
  return (
    <main id="conteudo" className="pb-14">
      <div className="page mb-8 pt-8">
        <p className="font-display text-2xl text-faixa-text">404</p>
        <h1 className="display-1">{t("title")}</h1>
        <p className="mt-2 max-w-2xl text-lg text-muted">{t("lead")}</p>
        <Link href={home} className={buttonClass({ look: "primary", size: "lg", className: "mt-4" })}>
          {t("home")}
        </Link>
      </div>
      {children}
    </main>
  );
}
