"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { filledPattern } from "@/lib/platform/mails/placeholders/rules";
import type { MessageInput, MessagePreview } from "@/lib/events/messages/schema";

type Props = { message: MessageInput; preview: MessagePreview; link: string; children: ReactNode };

/** A message as its first person reads it, with the number of people. */
export function MessagePreviewBox({ message, preview, link, children }: Props) {
  const t = useTranslations("events/messages.form");
  const { sample, event, people, refused, left_out: leftOut } = preview;
  const textFor = (pattern: string) => filledPattern(pattern, { name: "", code: "", ...sample, event, link });
  return (
    <section aria-live="polite" className="grid gap-3 rounded-xl border-2 border-faixa p-4">
      <p className="font-semibold">{t("people", { count: people })}</p>
      {refused > 0 && <p className="text-sm text-muted">{t("refused", { count: refused })}</p>}
      {leftOut > 0 && <p className="text-sm text-muted">{t("leftOut", { count: leftOut })}</p>}
      {sample && (
        <div className="grid gap-2 rounded-lg bg-raised p-4">
          <p className="text-sm text-muted">{t("previewOf", { name: sample.name })}</p>
          {message.channel === "mail" && <p className="font-semibold wrap-anywhere">{textFor(message.subject)}</p>}
          <p className="whitespace-pre-line wrap-anywhere">{textFor(message.body)}</p>
        </div>
      )}
      {children}
    </section>
  );
}
