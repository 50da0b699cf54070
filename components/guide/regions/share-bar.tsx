"use client";

import { Link2, Printer } from "lucide";
import { copyText } from "@/components/ui/copy-text";
import { Icon } from "@/components/ui/icon";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { buttonClass } from "@/components/ui/button-class";

type Props = { labels: { share: string; copy: string; print: string }; url: string; text: string };

const BUTTON = buttonClass({ size: "wrap" });

/** Share by WhatsApp, copy the link, print. */
export function ShareBar({ labels, url, text }: Props) {
  return (
    <>
      <a href={whatsappShare(`${text} ${url}`)} target="_blank" rel="noopener" className={BUTTON}>
        {labels.share}
      </a>
      <button type="button" className={BUTTON} onClick={() => void copyText(url, labels.copy)}>
        <Icon of={Link2} className="size-5 shrink-0" />
        {labels.copy}
      </button>
      <button type="button" className={BUTTON} onClick={() => window.print()}>
        <Icon of={Printer} className="size-5 shrink-0" />
        {labels.print}
      </button>
    </>
  );
}
