"use client";

import { ChartColumn, Copy, MessageCircle, Repeat } from "lucide";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useShareLink } from "@/components/platform/links/use-share-link";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { whatsappAddress } from "@/lib/platform/whatsapp";
import { LINK_PLACEHOLDER } from "./link-placeholder";

type Props = { id: string; report: string | null; site: string; message: string; phone: string };

/** The report link of a banner: copy, share by WhatsApp, open or replace it. */
export function AdLinks({ id, report, site, message, phone }: Props) {
  const t = useTranslations("commerce/ads.admin");
  const shared = useTranslations("platform/links.share");
  const [isCopied, setCopied] = useState(false);
  const link = useShareLink({ kind: "report", subject: id, address: report, site });
  const whatsApp = (found: string) =>
    whatsappAddress(phone, message.replace(LINK_PLACEHOLDER, found), { isSale: true });
  return (
    <p className="flex flex-wrap gap-x-5">
      <Button size="text" variant="link" className="min-h-11" onClick={() => void link.copy(t("copy")).then(setCopied)}>
        <Icon of={Copy} /> {t(isCopied ? "copied" : "copy")}
      </Button>
      <LinkButton address={link.shown && whatsApp(link.shown)} open={() => link.open(whatsApp)}>
        <Icon of={MessageCircle} /> WhatsApp
      </LinkButton>
      <LinkButton address={link.shown} open={() => link.open((found) => found)}>
        <Icon of={ChartColumn} /> {t("report")}
      </LinkButton>
      <Button size="text" variant="link" className="min-h-11" onClick={() => link.replace(shared("confirm"))}>
        <Icon of={Repeat} /> {shared("replace")}
      </Button>
    </p>
  );
}

/** A link when its address is known; until then a button that requests it. */
function LinkButton({
  address,
  open,
  children,
}: {
  address: string | null;
  open: () => Promise<void>;
  children: ReactNode;
}) {
  return (
    <Button
      asChild={address !== null}
      size="text"
      variant="link"
      className="min-h-11"
      onClick={address ? undefined : () => void open()}
    >
      {address ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      ) : (
        children
      )}
    </Button>
  );
}
