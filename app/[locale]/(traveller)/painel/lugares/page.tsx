import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { PlaceList } from "@/components/partners/own-places/own-places";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { listOwnPlaces } from "@/lib/partners/own-places/queries";
import { OWN_PLACES_PATH } from "@/lib/partners/own-places/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("partners/own-places.panel", "title");

/** All places that the account runs; the pages of the places are below this address. */
export default async function OwnPlacesPage() {
  await requireAccount(OWN_PLACES_PATH);
  const [t, locale, places] = [
    await getTranslations("partners/own-places.panel"),
    await getLocale(),
    await listOwnPlaces(),
  ];
  return (
    <main id="conteudo" className="page grid grid-cols-[minmax(0,1fr)] content-start gap-6 py-8">
      <h1 className="display-1">{t("title")}</h1>
      <Card className="grid gap-4">
        {places.length > 0 ? (
          <PlaceList places={places} />
        ) : (
          <>
            <p className="text-lg">{t("none")}</p>
            <Link href={localePath(locale, "/painel#pedidos")} className={buttonClass({ className: "w-fit" })}>
              {t("requests")}
            </Link>
          </>
        )}
      </Card>
    </main>
  );
}
