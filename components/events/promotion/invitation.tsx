"use client";

import { MessageCircle, Send } from "lucide";
import { useState, useTransition } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { inviteLeadAction } from "@/lib/events/promotion/actions";
import type { Locale } from "@/lib/platform/i18n/routing";
import { whatsappMessage } from "@/lib/platform/whatsapp";
import { CopyText } from "./copy-text";

type Texts = { create: string; link: string; copy: string; send: string };
type Props = { lead: string; phone: string | null; texts: Texts; message: string; locale: Locale };

/** Makes an invitation; its link stays on the page until it is left. */
export function Invitation({ lead, phone, texts, message, locale }: Props) {
  const hydrated = useHydrated();
  const [link, setLink] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const create = () =>
    start(async () => {
      try {
        const answer = await inviteLeadAction({ lead, locale });
        if (answer?.data) setLink(answer.data.link);
        else notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  if (!link)
    return (
      <Button type="button" variant="outline" className="w-fit" disabled={!hydrated || isPending} onClick={create}>
        <Icon of={Send} /> {texts.create}
      </Button>
    );
  const text = message.replace("{link}", () => link);
  return (
    <div className="grid gap-2" role="status">
      <p className="text-sm text-muted">{texts.link}</p>
      <p className="rounded-lg border-2 border-line bg-raised p-3 font-mono text-sm wrap-anywhere select-all">{link}</p>
      <div className="flex flex-wrap gap-2">
        <CopyText text={link} label={texts.copy} notice="link.copied" />
        <Button asChild variant="outline">
          <a href={whatsappMessage(phone, text)} target="_blank" rel="noopener">
            <Icon of={MessageCircle} /> {texts.send}
          </a>
        </Button>
      </div>
    </div>
  );
}
