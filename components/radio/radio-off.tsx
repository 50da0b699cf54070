import { getLocale, getTranslations } from "next-intl/server";
import { Invitation } from "@/components/places/invitation";
import { localePath } from "@/lib/platform/i18n/routing";

/** No station is on air: said plainly, with something else to do. */
export async function RadioOff() {
  const t = await getTranslations("radio.off");
  const locale = await getLocale();
  return (
    <Invitation
      title={t("title")}
      text={t("text")}
      actions={[
        { label: t("routes"), href: localePath(locale, "/home#estados") },
        { label: t("advertise"), href: localePath(locale, "/anuncie-aqui") },
      ]}
    />
  );
}
