import { getLocale, getTranslations } from "next-intl/server";
import { CallToAction } from "@/components/ui/call-to-action";
import { localePath } from "@/lib/platform/i18n/routing";

/** Message when no station is available or the radio is disabled, with links to other pages. */
export async function RadioOff({ switchedOff }: { switchedOff: boolean }) {
  const t = await getTranslations("guide/radio.off");
  const locale = await getLocale();
  const routes = { label: t("routes"), href: localePath(locale, "/home#estados") };
  if (switchedOff) return <CallToAction title={t("closedTitle")} text={t("closedText")} actions={[routes]} />;
  return (
    <CallToAction
      title={t("title")}
      text={t("text")}
      actions={[routes, { label: t("advertise"), href: localePath(locale, "/anuncie-aqui") }]}
    />
  );
}
