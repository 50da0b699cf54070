"use client";

import { whenConfirmed } from "@/components/ui/ask";
import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { cancelCampaignAction, sendCampaignAction } from "@/lib/accounts/notifications/actions";

type CampaignButtonsProps = {
  id: string;
  status: string;
  texts: Pick<Messages["accounts/notifications"], "send" | "sendConfirm" | "cancel">;
};

/** Sends a campaign that is not sent yet, or cancels it. */
export function CampaignButtons({ id, status, texts }: CampaignButtonsProps) {
  const router = useRouter();
  const done = {
    onSuccess: () => router.refresh(),
    onError: ({ error }: { error: Parameters<typeof notifyFailure>[0] }) => notifyFailure(error),
  };
  const send = useAction(sendCampaignAction, done);
  const cancel = useAction(cancelCampaignAction, done);
  if (status === "sent" || status === "cancelled") return null;
  const busy = send.isPending || cancel.isPending;
  return (
    <div className="flex gap-2">
      <Button size="md" disabled={busy} onClick={() => whenConfirmed(texts.sendConfirm, () => send.execute({ id }))}>
        {texts.send}
      </Button>
      <Button size="md" variant="outline" disabled={busy} onClick={() => cancel.execute({ id })}>
        {texts.cancel}
      </Button>
    </div>
  );
}
