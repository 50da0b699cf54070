import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";

/** The consent sentence of a registration with a link to the privacy page. */
export async function RegistrationConsent() {
  const [t, locale] = [await getTranslations("events/registrations.form"), await getLocale()];
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
