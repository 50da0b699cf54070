"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition, type SubmitEvent } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { ask } from "@/components/ui/ask";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { LabelledInput } from "@/components/ui/labelled-input";
import { notify } from "@/components/ui/notify";
import { saveAutomaticAction, testAutomaticAction } from "@/lib/events/messages/automatic/actions";
import type { SampleValues, ShownAutomaticMessage } from "@/lib/events/messages/automatic/queries";
import { changedTexts, isTimed, isWritable, shownTexts } from "@/lib/events/messages/automatic/rules";
import { CONTENT_LANGUAGES, LANGUAGE, type Language } from "@/lib/platform/i18n/routing";
import { AUTOMATIC_MESSAGE_HOURS } from "@/lib/platform/supabase/database-constants/events";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { AutomaticText } from "./automatic-text";

type Props = { event: string; message: ShownAutomaticMessage; values: SampleValues | null };
type Answer = { serverError?: string; validationErrors?: unknown } | undefined;

const localeOf = (language: Language) => LOCALES.find((locale) => LANGUAGE[locale] === language) ?? LOCALES[0];

/** Switch, time and texts of one automatic mail. */
export function AutomaticForm({ event, message, values }: Props) {
  const { kind, standard } = message;
  const t = useTranslations("events/messages.automatic");
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const saved = shownTexts(message.texts, standard);
  const [texts, setTexts] = useState(saved);
  const isWrong = CONTENT_LANGUAGES.some((language) => !isWritable(kind, texts[language]));
  const run = (work: () => Promise<Answer>, code: string) =>
    start(async () => {
      try {
        const answer = await work();
        if (answer?.serverError || answer?.validationErrors)
          return notifyFailure({ serverError: answer.serverError ?? "input.invalid" });
        notify({ code, variant: "success" });
        router.refresh();
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  const save = async (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const data = new FormData(submitted.currentTarget);
    const input = {
      event,
      kind,
      isOn: data.get("isOn") === "on",
      hours: isTimed(kind) ? Number(data.get("hours")) : 0,
      texts: changedTexts(texts, standard),
      version: message.updated_at,
    };
    // Mails whose time has come go at once, and a thank-you issues certificates.
    const isNew = input.isOn && !message.is_on && isTimed(kind);
    if (isNew && !(await ask(t(kind === "thanks" ? "confirmThanks" : "confirmOn")))) return;
    run(() => saveAutomaticAction(input), "system.done");
  };
  return (
    <form method="post" onSubmit={(submitted) => void save(submitted)} aria-busy={isPending} className="grid gap-3">
      <label className="flex min-h-11 w-fit items-center gap-2">
        <Checkbox name="isOn" defaultChecked={message.is_on} /> {t("send")}
      </label>
      {isTimed(kind) && (
        <LabelledInput
          label={t(`kind.${kind}.hours`)}
          className="w-fit"
          width="w-32"
          name="hours"
          type="number"
          inputMode="numeric"
          min={1}
          max={AUTOMATIC_MESSAGE_HOURS}
          required
          defaultValue={message.hours}
        />
      )}
      {CONTENT_LANGUAGES.map((language) => (
        <AutomaticText
          key={language}
          kind={kind}
          language={language}
          text={texts[language]}
          standard={standard[language]}
          isSaved={texts[language].subject === saved[language].subject && texts[language].body === saved[language].body}
          isPending={isPending || !hydrated}
          values={values}
          onChange={(text) => setTexts((before) => ({ ...before, [language]: text }))}
          onTest={() => run(() => testAutomaticAction({ event, kind, locale: localeOf(language) }), "message.test")}
        />
      ))}
      <Button type="submit" disabled={!hydrated || isPending || isWrong} className="w-fit">
        {t("save")}
      </Button>
    </form>
  );
}
