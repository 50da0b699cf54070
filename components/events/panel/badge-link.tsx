"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { MessageCircle } from "lucide";
import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useState, useTransition } from "react";
import { CopyText } from "@/components/events/promotion/copy-text";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { AddressInput } from "@/components/ui/address-input";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { whatsappMessage } from "@/lib/platform/whatsapp";

type Props = {
  registration: string;
  phone: string | null;
  /** Message in the language of the person, with `#` in place of the link. */
  message: string;
  locale: Locale;
  texts: Messages["events/panel"]["badgeLink"];
};

/** Shows the badge link after a confirmation, to copy it or to send it by WhatsApp. */
export function BadgeLink({ registration, phone, message, locale, texts }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [url, setUrl] = useState<string | null>(null);
  const show = () =>
    start(async () => {
      const body = JSON.stringify({ registration });
      const response = await fetch("/api/badge-links", { method: "POST", body }).catch(() => null);
      const found = (await response?.json().catch(() => null)) as { path?: string; code?: string } | null;
      if (!found?.path) return notifyFailure({ serverError: found?.code ?? "service.unavailable" });
      setUrl(new URL(localePath(locale, found.path), window.location.origin).href);
      router.refresh();
    });
  if (!url)
    return (
      <Button
        variant="outline"
        className="w-fit"
        disabled={isPending || !hydrated}
        onClick={() => whenConfirmed(texts.confirm, show)}
      >
        {texts.show}
      </Button>
    );
  const text = message.replace("#", url);
  return (
    <div className="grid gap-3 rounded-lg border-2 border-faixa p-3" role="status">
      <p className="text-sm text-muted">{texts.note}</p>
      <AddressInput label={texts.address} address={url} />
      <p className="wrap-anywhere text-sm">{text}</p>
      <p className="flex flex-wrap gap-3 *:h-auto *:min-h-10 *:max-w-full *:py-2 *:whitespace-normal">
        <Button asChild>
          <a href={whatsappMessage(phone, text)} target="_blank" rel="noopener noreferrer">
            <Icon of={MessageCircle} /> {phone ? texts.whatsapp.replace("#", phone) : texts.whatsappShare}
          </a>
        </Button>
        <CopyText text={url} label={texts.copy} notice="link.copied" />
        <CopyText text={text} label={texts.copyMessage} notice="text.copied" />
      </p>
    </div>
  );
}
