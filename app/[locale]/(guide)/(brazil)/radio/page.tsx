import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { RadioTexts } from "@/components/guide/radio/radio-texts";
import { ContentPage } from "@/components/guide/pages/content-page";
import { Postcard, postcardPath } from "@/components/guide/postcards/postcard";
import { RadioLauncher } from "@/components/guide/radio/radio-launcher";
import { RadioOff } from "@/components/guide/radio/radio-off";
import { Button } from "@/components/ui/button";
import { listStations } from "@/lib/guide/radio/queries";
import { pageUrl } from "@/lib/platform/site-url";
import { getSettings } from "@/lib/platform/settings/queries";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { publicMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/radio";

export const revalidate = 300;

export const generateMetadata = publicMetadata("guide/radio", PATH, postcardPath("pampa", "radio", "png"));

/** Radio page in the main layout; at `#janela`, globals.css hides the layout and shows only the player. */
export default async function RadioPage() {
  const [t, locale, { "guide/radio": radio }, { feature_radio: isOn }] = await Promise.all([
    getTranslations("guide/radio"),
    getLocale(),
    getMessages(),
    getSettings(),
  ]);
  const stations = isOn ? await listStations() : [];
  const url = pageUrl(locale, PATH);
  return (
    <ContentPage path={PATH} title={t("title")} lead={stations.length > 0 && t("lead")}>
      {stations.length === 0 ? (
        <RadioOff switchedOff={!isOn} />
      ) : (
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,42rem)_1fr]">
          <section
            id="janela"
            aria-label={radio.player.label}
            className="scroll-mt-20 rounded-2xl border-2 border-line bg-surface p-5 sm:p-6"
            data-print="hide"
          >
            <RadioTexts value={radio.player}>
              <RadioLauncher stations={stations} />
            </RadioTexts>
            <noscript>
              <p className="mt-5">{t("noScript")}</p>
              {stations.map(({ id, name, addresses }) => (
                <a key={id} href={addresses[0]} className="mr-4 inline-flex min-h-11 items-center text-link underline">
                  {name}
                </a>
              ))}
            </noscript>
          </section>
          <Postcard
            biome="pampa"
            slug="radio"
            alt=""
            className="hidden aspect-4/3 w-full rounded-2xl border-8 border-raised object-cover lg:block"
          />
          <p data-window="hide" data-print="hide">
            <Button asChild variant="outline">
              <a href={whatsappShare(`${t("shareText")} ${url}`)} target="_blank" rel="noopener">
                {t("share")}
              </a>
            </Button>
          </p>
        </div>
      )}
    </ContentPage>
  );
}
