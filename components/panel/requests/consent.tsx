import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";

/** The consent sentence with a link to the privacy page. */
export async function Consent() {
  const t = await getTranslations("panel/requests.form");
  const locale = await getLocale();
  return t.rich("consent", {
    privacy: (words) => (
      <a
        href={localePath(locale, "/politica-de-privacidade")}
        target="_blank"
        className="text-link underline underline-offset-4"
      >
        {words}
      </a>
    ),
  });
}
