import { getLocale, getTranslations } from "next-intl/server";
import { privacyLink } from "@/components/ui/privacy-link";

/** The consent sentence with a link to the privacy page. */
export async function Consent() {
  const t = await getTranslations("panel/requests.form");
  return t.rich("consent", { privacy: privacyLink(await getLocale()) });
}
