"use client";

import { useTranslations } from "next-intl";
import { controlClass, Input } from "@/components/ui/input";
import { LabelledInput } from "@/components/ui/labelled-input";
import { CHANNELS, type Channel } from "@/lib/events/messages/rules";

export type Draft = { channel: Channel; subject: string; body: string; sendAt: string };
type Props = {
  zone: string;
  draft: Draft;
  channel: Channel;
  /** A stored message keeps its channel. */
  isChange: boolean;
  onChannel: (channel: Channel) => void;
};

/** Channel, subject, text and time of a message. */
export function TextFields({ zone, draft, channel, isChange, onChannel }: Props) {
  const t = useTranslations("events/messages.form");
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
        <legend className="text-sm text-muted">{t("channel")}</legend>
        {CHANNELS.filter((one) => !isChange || one === channel).map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="channel"
              value={one}
              checked={one === channel}
              onChange={() => onChannel(one)}
              className="size-5 accent-primary"
            />
            {t(one)}
          </label>
        ))}
      </fieldset>
      {channel === "whatsapp" && <p className="text-sm text-muted">{t("whatsappNote")}</p>}
      {channel === "mail" && (
        <LabelledInput
          label={t("subject")}
          className="max-w-2xl"
          name="subject"
          required
          maxLength={160}
          defaultValue={draft.subject}
        />
      )}
      <label className="grid max-w-2xl gap-1 text-sm">
        <span className="text-muted">{t("body")}</span>
        <textarea
          name="body"
          required
          maxLength={4000}
          rows={7}
          defaultValue={draft.body}
          className={`${controlClass} h-auto py-2`}
        />
        <span className="text-muted">{t("variables", { list: "{nome}, {evento}, {codigo}, {link}" })}</span>
      </label>
      {channel === "mail" && (
        <label className="grid w-fit gap-1 text-sm">
          <span className="text-muted">{t("sendAt")}</span>
          <Input name="sendAt" type="datetime-local" defaultValue={draft.sendAt} />
          <span className="text-muted">{zone}</span>
        </label>
      )}
    </>
  );
}
