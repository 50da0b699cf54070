import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";

/** Link to the form in which a reader reports an error on the page with this path (without locale prefix). */
export async function WrongInformation({ path }: { path: string }) {
  const t = await getTranslations("guide/services.detail");
  const page = new URLSearchParams({ pagina: path });
  return (
    <p data-print="hide">
      <Link
        href={localePath(await getLocale(), `/enviar-avaliacao?${page}`)}
        rel="nofollow"
        className="inline-flex min-h-11 items-center text-sm font-semibold text-link underline underline-offset-4"
      >
        {t("wrong")}
      </Link>
    </p>
  );
}
