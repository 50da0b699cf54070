import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MagazineList } from "@/components/guide/magazines/magazine-list";
import { listMagazines } from "@/lib/guide/magazines/queries";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("guide/magazines.missing");
  return { title: t("metaTitle"), robots: { index: false } };
}

/** Page with status 404 for the address of an unknown issue: shows the list of issues. */
export default async function UnknownIssue() {
  const t = await getTranslations("guide/magazines.missing");
  return (
    <main id="conteudo" className="page pb-14 pt-8">
      <p className="font-display text-2xl text-faixa-text">404</p>
      <h1 className="display-1">{t("title")}</h1>
      <p className="mb-8 mt-2 text-lg text-muted">{t("lead")}</p>
      <MagazineList issues={await listMagazines()} />
    </main>
  );
}
