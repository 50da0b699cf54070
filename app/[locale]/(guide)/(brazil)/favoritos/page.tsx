import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FavouriteList } from "@/components/guide/favourites/favourite-list";
import { CentreLine } from "@/components/ui/centre-line";
import { FAVOURITES_PATH } from "@/lib/guide/favourites/rules";
import { localePath } from "@/lib/platform/i18n/routing";

export const revalidate = false;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("guide/favourites");
  return { title: `${t("metaTitle")} | LACAMBECHE`, description: t("metaDescription"), robots: { index: false } };
}

/** The favourites of this device or account; static HTML, filled by the list on the device. */
export default async function FavouritesPage() {
  const [t, locale, { "guide/favourites": favourites }] = [
    await getTranslations("guide/favourites"),
    await getLocale(),
    await getMessages(),
  ];
  return (
    <main id="conteudo" className="page grid content-start gap-6 py-8">
      <header>
        <h1 className="display-1">{t("title")}</h1>
        <p className="mt-2 text-lg text-muted">{t("lead")}</p>
      </header>
      <CentreLine />
      <p data-anonymous>
        {t("device")}{" "}
        <Link
          href={`${localePath(locale, "/login")}?next=${encodeURIComponent(localePath(locale, FAVOURITES_PATH))}`}
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
        >
          {t("signIn")}
        </Link>
      </p>
      <FavouriteList texts={favourites.list} locale={locale} />
    </main>
  );
}
