"use client";

import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { AddressInput } from "@/components/ui/address-input";
import { createLinkAction, revokeLinksAction } from "@/lib/panel/approvals/actions";
import type { ApprovalSubject } from "@/lib/panel/approvals/schema";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { formatDay } from "@/lib/platform/format";

type ApprovalLinkProps = { kind: ApprovalSubject; id: string; title: string; locale: string };

/** A link that lets a person without an account decide this request or event once; its address is shown only here. */
export function ApprovalLink({ kind, id, title, locale }: ApprovalLinkProps) {
  const t = useTranslations("panel/inbox.approval");
  const make = useAction(createLinkAction, { onError: ({ error }) => notifyFailure(error) });
  const revoke = useAction(revokeLinksAction, {
    onSuccess: () => make.reset(),
    onError: ({ error }) => notifyFailure(error),
  });
  const link = make.result.data;
  if (!link) {
    return (
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <Button variant="outline" size="md" disabled={make.isPending} onClick={() => make.execute({ kind, id })}>
          {t("send")}
        </Button>
        <Button variant="ghost" size="md" disabled={revoke.isPending} onClick={() => revoke.execute({ kind, id })}>
          {t("revoke")}
        </Button>
        {revoke.result.data && (
          <p className="text-sm text-muted">{t("revoked", { count: revoke.result.data.count })}</p>
        )}
      </div>
    );
  }
  const message = t("message", { title, url: link.url });
  const until = formatDay(link.expiresAt, locale, "long");
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <AddressInput label={t("address")} address={link.url} />
      <p className="text-sm text-muted">{t("valid", { until })}</p>
      <div className="flex flex-wrap gap-2">
        <Button asChild size="md">
          <a href={whatsappShare(message)} target="_blank" rel="noopener noreferrer">
            WhatsApp
          </a>
        </Button>
        <Button variant="outline" size="md" onClick={() => void navigator.clipboard.writeText(link.url)}>
          {t("copy")}
        </Button>
        <Button variant="ghost" size="md" disabled={revoke.isPending} onClick={() => revoke.execute({ kind, id })}>
          {t("revoke")}
        </Button>
      </div>
    </div>
  );
}
