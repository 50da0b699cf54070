import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ChecklistTexts } from "@/components/guide/checklists/checklist-texts";
import { TravelChecklist } from "@/components/guide/checklists/travel-checklist";
import { JsonLd } from "@/components/ui/json-ld";
import { ContentPage } from "@/components/guide/pages/content-page";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { getTravelChecklist } from "@/lib/guide/checklists/queries";
import { CHECKLIST_KEY } from "@/lib/platform/device-storage/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { localePath } from "@/lib/platform/i18n/routing";
import { SAVE_TRIP_PATH } from "@/lib/garage/checklists/rules";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { buttonClass } from "@/components/ui/button-class";
import { publicMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/checklist-viagem";

export const revalidate = 300;

export const generateMetadata = publicMetadata(
  "guide/checklists",
  PATH,
  postcardPath("serra", "checklist-viagem", "png"),
);

export default async function ChecklistPage() {
  const locale = await getLocale();
  const t = await getTranslations("guide/checklists");
  const [{ "guide/checklists": texts }, sections] = await Promise.all([getMessages(), getTravelChecklist(locale)]);
  const url = pageUrl(locale, PATH);
  const share = (
    <>
      {/* Loads the page, because it reads the ticks of this device and needs the account. */}
      <a
        href={localePath(locale, SAVE_TRIP_PATH)}
        rel="nofollow"
        className={buttonClass({ look: "primary", className: "h-11" })}
      >
        {t("saveToLog")}
      </a>
      <a
        href={whatsappShare(`${t("title")} ${url}`)}
        target="_blank"
        rel="noopener"
        className={buttonClass({ look: "surface", className: "h-11" })}
      >
        {t("share")}
      </a>
    </>
  );
  return (
    <ContentPage path={PATH} title={t("title")} lead={t("lead")}>
      {sections.length === 0 ? (
        <p className="text-lg">{t("empty")}</p>
      ) : (
        <ChecklistTexts value={texts.list}>
          <span hidden data-at-once={CHECKLIST_KEY} />
          <TravelChecklist sections={sections} share={share} />
        </ChecklistTexts>
      )}
      <JsonLd
        data={{
          "@type": "ItemList",
          name: t("title"),
          description: t("metaDescription"),
          url,
          numberOfItems: sections.reduce((sum, section) => sum + section.items.length, 0),
          itemListElement: sections
            .flatMap((section) => section.items)
            .map((item, index) => ({ "@type": "ListItem", position: index + 1, name: item.text })),
        }}
      />
    </ContentPage>
  );
}
