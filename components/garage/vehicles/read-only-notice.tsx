import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { ADD_ENTRY_PATH } from "@/lib/garage/entries/rules";

/** Shown without a connection: the page is a stored copy, and only new entries are kept for later. */
export async function ReadOnlyNotice() {
  const [locale, t] = [await getLocale(), await getTranslations("garage/vehicles.offline")];
  return (
    <p role="status" className="hidden rounded-xl border-2 border-faixa p-3 [html[data-offline]_&]:block">
      {t("readOnly")}{" "}
      <a href={localePath(locale, ADD_ENTRY_PATH)} className="font-semibold text-link underline underline-offset-4">
        {t("note")}
      </a>
    </p>
  );
}
