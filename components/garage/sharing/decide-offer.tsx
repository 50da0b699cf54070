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
import { outcomeKey } from "@/lib/platform/outcome";

type Props = { token: string; garagePath: string; texts: Messages["garage/sharing"]["offer"] };

/** The buyer accepts a car, which is opened then, or refuses it. */
export function DecideOffer({ token, garagePath, texts }: Props) {
  const router = useRouter();
  const isReady = useHydrated();
  const { execute, isPending, result } = useAction(decideOfferAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      if (data.outcome !== "saved") return;
      if (data.status === "refused") router.refresh();
      else if (data.vehicle) router.push(`${garagePath}/${data.vehicle}`);
    },
  });
  const key = result.data && outcomeKey(result.data);
  const isDecided = key === "saved";
  const isBusy = !isReady || isPending || isDecided;
  return (
    <>
      <Problem text={key && key !== "saved" ? texts.answers[key] : ""} />
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
