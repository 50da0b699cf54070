import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FallbackMark } from "@/components/ui/fallback-mark";
import type { State } from "@/lib/geo/states/rules";
import { PageCrumbs } from "./page-crumbs";

type ContentPageProps = {
  /** Without locale prefix. */
  path: string;
  title: string;
  /** Shorter breadcrumb label for a long title. */
  crumb?: string;
  lead?: ReactNode;
  state?: State | null;
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
  const pages = await getTranslations("guide/pages");
  return (
    <main id="conteudo" className="pb-14">
      <PageCrumbs state={state} crumbs={[{ name: crumb, path }]} />
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
