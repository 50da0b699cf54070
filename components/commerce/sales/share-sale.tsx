"use client";

import { Link2, MessageCircle, Repeat } from "lucide";
import { useShareLink } from "@/components/platform/links/use-share-link";
import { Icon } from "@/components/ui/icon";
import { whatsappAddress } from "@/lib/platform/whatsapp";
import { saleMessage } from "@/lib/commerce/sales/rules";

type Texts = { resend: string; copy: string; replace: string; confirm: string };
type Props = {
  sale: string;
  address: string | null;
  site: string;
  contact: string;
  phone: string;
  isUnsigned: boolean;
  texts: Texts;
  className: string;
};

/** Sends the payment link of a sale again, copies it, or replaces it. */
export function ShareSale({ sale, address, site, contact, phone, isUnsigned, texts, className }: Props) {
  const link = useShareLink({ kind: "payment", subject: sale, address, site });
  const messenger = (found: string) =>
    whatsappAddress(phone, saleMessage(contact, found, isUnsigned), { isSale: true });
  return (
    <>
      {link.shown ? (
        <a href={messenger(link.shown)} target="_blank" rel="noopener" className={className}>
          <Icon of={MessageCircle} className="size-4 shrink-0" /> {texts.resend}
        </a>
      ) : (
        <button type="button" className={className} onClick={() => void link.open(messenger)}>
          <Icon of={MessageCircle} className="size-4 shrink-0" /> {texts.resend}
        </button>
      )}
      <button type="button" className={className} onClick={() => void link.copy(texts.copy)}>
        <Icon of={Link2} className="size-4 shrink-0" /> {texts.copy}
      </button>
      <button type="button" className={className} onClick={() => link.replace(texts.confirm)}>
        <Icon of={Repeat} className="size-4 shrink-0" /> {texts.replace}
      </button>
    </>
  );
}
