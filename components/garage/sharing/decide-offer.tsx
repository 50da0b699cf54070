"use client";

import { whenConfirmed } from "@/components/ui/ask";
import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { decideOfferAction } from "@/lib/garage/sharing/handover/actions";
import { Problem } from "./problem";

type Props = { token: string; garagePath: string; texts: Messages["garage/sharing"]["offer"] };

/** The buyer accepts a car, which is opened then, or refuses it. */
export function DecideOffer({ token, garagePath, texts }: Props) {
  const router = useRouter();
  const isReady = useHydrated();
  const { execute, isPending, result } = useAction(decideOfferAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      if (data.status === "accepted" && data.vehicle) router.push(`${garagePath}/${data.vehicle}`);
      else if (data.status === "refused") router.refresh();
    },
  });
  const status = result.data?.status;
  const isDecided = status === "accepted" || status === "refused";
  const isBusy = !isReady || isPending || isDecided;
  return (
    <>
      <Problem text={status && !isDecided ? texts.answers[status] : ""} />
      <div className="flex flex-wrap gap-3">
        <Button className="w-full sm:w-fit" disabled={isBusy} onClick={() => execute({ token, isAccepted: true })}>
          {isPending ? texts.pending : texts.accept}
        </Button>
        <Button
          variant="outline"
          className="w-full sm:w-fit"
          disabled={isBusy}
          onClick={() => whenConfirmed(texts.refuseConfirm, () => execute({ token, isAccepted: false }))}
        >
          {texts.refuse}
        </Button>
      </div>
    </>
  );
}
