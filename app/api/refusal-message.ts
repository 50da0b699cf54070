import { getTranslations } from "next-intl/server";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import type { Refuse } from "@/lib/platform/refusal";

const EXPECTED = ["rate.limited", "input.invalid", "service.busy"] as const;

/** The code of a refusal with its sentence, in the language that `?locale=` asks for. */
export const withMessage: Refuse<unknown> = async ({ code }, { request }) => {
  const shown = EXPECTED.find((one) => one === code) ?? "service.unavailable";
  const locale = askedLocale.parse(new URL(request.url).searchParams.get("locale"));
  const t = await getTranslations({ locale, namespace: "platform/errors" });
  return { code: shown, message: t(`${shown}.description`) };
};
