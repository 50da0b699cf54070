import { getLocale, getTranslations } from "next-intl/server";
import { privacyLink } from "@/components/ui/privacy-link";

/** The consent sentence of a registration with a link to the privacy page. */
export async function RegistrationConsent() {
  const t = await getTranslations("events/registrations.form");
  return t.rich("consent", { privacy: privacyLink(await getLocale()) });
}
