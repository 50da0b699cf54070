"use client";

import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { copyText } from "@/components/ui/copy-text";
import { Button } from "@/components/ui/button";
import { AddressInput } from "@/components/ui/address-input";
import { sendContractAction } from "@/lib/events/panel/actions";
import { formatDay } from "@/lib/platform/format";
import { whatsappMessage } from "@/lib/platform/whatsapp";

type Props = {
  contract: string;
  phone: string | null;
  email: string;
  /** Message with `#` in place of the link. */
  message: string;
  locale: string;
  texts: Messages["events/panel"]["contractLink"];
};

/** Makes the signing link; its address is shown only now, and an earlier link stops working. */
export function ContractLink({ contract, phone, email, message, locale, texts }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const { execute, isPending, result } = useAction(sendContractAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  const link = result.data;
  if (!link)
    return (
      <Button className="w-fit" disabled={isPending || !hydrated} onClick={() => execute({ contract })}>
        {texts.make}
      </Button>
    );
  const text = message.replace("#", link.url);
  return (
    <div className="grid gap-3" role="status">
      <AddressInput label={texts.address} address={link.url} />
      <p className="text-sm text-muted">{`${texts.valid} ${formatDay(link.until, locale, "long")}`}</p>
      <p className="flex flex-wrap gap-3">
        <Button asChild>
          <a href={whatsappMessage(phone, text)} target="_blank" rel="noopener noreferrer">
            WhatsApp
          </a>
        </Button>
        <Button asChild variant="outline">
          <a href={`mailto:${email}?body=${encodeURIComponent(text)}`}>{texts.mail}</a>
        </Button>
        <Button variant="outline" onClick={() => void copyText(link.url, texts.copy)}>
          {texts.copy}
        </Button>
      </p>
    </div>
  );
}
