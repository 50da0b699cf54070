import { LifeBuoy } from "lucide";
import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ShelfTexts, type OfflinePagesLabels } from "@/components/guide/offline-packs/shelf-texts";
import { OfflinePages } from "@/components/guide/offline-packs/offline-pages";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { DeviceVouchers } from "@/components/partners/downloads/device-vouchers";
import { BREAKDOWN_PATH } from "@/lib/guide/breakdown/rules";
import { OFFLINE_PATH } from "@/lib/platform/offline/rules";
import { alternates, localePath } from "@/lib/platform/i18n/routing";

const LABELS = [
  "packs",
  "unfinished",
  "trips",
  "pages",
  "empty",
  "tracks",
  "phones",
  "photoPoints",
  "retry",
  "reading",
] as const;

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform/offline.shelf");
  return {
    title: t("metaTitle"),
    description: t("metaDescription"),
    alternates: alternates(await getLocale(), OFFLINE_PATH),
    robots: { index: false },
  };
}

/** Precached by the service worker in every language; shown instead of a page that cannot be reached. */
export default async function OfflinePage() {
  const t = await getTranslations("platform/offline.shelf");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const {
    "partners/vouchers": { benefit, acceptance },
    "partners/downloads": { validity, held },
    "platform/offline": { shelf },
  } = await getMessages();
  const plain = Object.fromEntries(LABELS.map((key) => [key, t(key, { size: "{size}" })])) as Record<
    (typeof LABELS)[number],
    string
  >;
  const labels: OfflinePagesLabels = {
    ...plain,
    pack: t("pack", { size: "{size}", date: "{date}" }),
    page: t("page", { date: "{date}" }),
  };
  return (
    <main id="conteudo" className="page py-10">
      <h1 className="display-1">{t("title")}</h1>
      <p className="mt-3 max-w-2xl text-lg">{t("text")}</p>
      {/* A plain link: without a connection a full navigation is answered by the service worker at once. */}
      <a
        href={localePath(locale, BREAKDOWN_PATH)}
        className={buttonClass({ look: "surface", size: "hero", font: "sign", className: "mt-5" })}
      >
        <Icon of={LifeBuoy} className="size-6 text-danger" />
        {layout("nav.breakdown")}
      </a>
      <span hidden data-at-once />
      <DeviceVouchers texts={{ benefit, acceptance, validity, held }} locale={locale} />
      <ShelfTexts value={{ labels, search: shelf.search }}>
        <OfflinePages locale={locale} ownPath={localePath(locale, OFFLINE_PATH)} />
      </ShelfTexts>
    </main>
  );
}
