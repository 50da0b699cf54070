import { getLocale, getTranslations } from "next-intl/server";
import { listAnsweredForms } from "@/lib/events/panel/list/queries";
import { answerChoices } from "@/lib/events/panel/list/rules";
import { fieldsIn } from "@/lib/events/registrations/questions/rules";

/** Questions of the forms of an event with the answers that a filter can choose. */
export async function eventAnswerChoices(event: string) {
  const [t, locale] = [await getTranslations("events/panel.detail"), await getLocale()];
  const forms = await listAnsweredForms(event);
  return answerChoices(
    forms.map((questions) => fieldsIn(locale, questions)),
    { yes: t("yes"), no: t("no") },
  );
}
