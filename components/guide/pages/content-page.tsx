import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { localePath } from "@/lib/platform/i18n/routing";

type ContentPageProps = {
  /** Without locale prefix. */
  path: string;
  title: string;
  /** Shorter breadcrumb label for a long title. */
  crumb?: string;
  lead?: ReactNode;
  state?: { uf: string; name: string };
  /** The text is not translated from Portuguese. */
  fallback?: boolean;
  children: ReactNode;
};

/** Layout of an information page: breadcrumb, title and lead. */
export async function ContentPage({
  path,
  title,
  crumb = title,
  lead,
  state,
  fallback = false,
  children,
}: ContentPageProps) {
  const layout = await getTranslations("site/layout");
  const pages = await getTranslations("guide/pages");
  const locale = await getLocale();
  const to = (address: string) => localePath(locale, address);
  const crumbs = [{ name: layout("nav.home"), href: to("/home") }];
  if (state) crumbs.push({ name: state.name, href: to(`/${state.uf}/home`) });
  crumbs.push({ name: crumb, href: to(path) });
  return (
    <main id="conteudo" className="pb-14">
      <Breadcrumb label={layout("breadcrumb")} crumbs={crumbs} />
      <div className="page">
        <header className="mb-8 max-w-3xl">
          <h1 className="display-1">
            {title}
            <FallbackMark label={pages("inPortuguese")} show={fallback} />
          </h1>
          {lead && <p className="mt-2 text-lg text-muted">{lead}</p>}
        </header>
        {children}
      </div>
    </main>
  );
}
