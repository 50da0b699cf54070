import { RefreshCw, WifiOff } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { OFFLINE_PATH } from "@/lib/platform/offline/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { buttonClass } from "@/components/ui/button-class";

/** The offline banner and the offer of a new version: plain HTML, shown by attributes of the root element. */
export async function AppBars() {
  const [t, locale] = [await getTranslations("platform/offline"), await getLocale()];
  return (
    <>
      <div role="status" data-slot="offline-banner" data-print="hide">
        <p className="hidden items-center justify-center gap-2 bg-faixa px-4 py-2 text-center text-faixa-ink [html:is([data-offline],[data-unreached])_&]:flex">
          <Icon of={WifiOff} className="size-5 shrink-0" />
          <span className="[html[data-missed]_&]:hidden">{t("banner")}</span>
          <span className="hidden [html[data-missed]_&]:inline">
            {t("missed")}{" "}
            <a href={localePath(locale, OFFLINE_PATH)} className="font-semibold underline underline-offset-4">
              {t("pack.shelf")}
            </a>
          </span>
        </p>
      </div>
      <div
        role="status"
        data-slot="update-bar"
        data-print="hide"
        className="pointer-events-none fixed inset-x-3 bottom-3 z-50 grid justify-items-center"
      >
        <p className="pointer-events-auto hidden items-center gap-4 rounded-xl border-2 border-line bg-raised py-2 pl-4 pr-2 text-text shadow-lg [html[data-update]_&]:flex">
          {t("update.text")}
          <button type="button" data-app-update className={buttonClass({ look: "primary", className: "h-11" })}>
            <Icon of={RefreshCw} className="size-4" />
            {t("update.button")}
          </button>
        </p>
      </div>
    </>
  );
}
