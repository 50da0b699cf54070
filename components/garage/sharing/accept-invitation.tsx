"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { acceptInvitationAction } from "@/lib/garage/sharing/actions";
import { Problem } from "./problem";
import { outcomeKey } from "@/lib/platform/outcome";

type Props = { token: string; garagePath: string; texts: Messages["garage/sharing"]["invitation"] };

/** Accepts an invitation and opens the car. */
export function AcceptInvitation({ token, garagePath, texts }: Props) {
  const router = useRouter();
  const isReady = useHydrated();
  const { execute, isPending, result } = useAction(acceptInvitationAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      if (data.outcome === "saved") router.push(`${garagePath}/${data.vehicle}`);
    },
  });
  const key = result.data && outcomeKey(result.data);
  const isAccepted = key === "saved";
  return (
    <>
      <Problem text={key && key !== "saved" ? texts.answers[key] : ""} />
      <Button
        className="w-full sm:w-fit"
        disabled={!isReady || isPending || isAccepted}
        onClick={() => execute({ token })}
      >
        {isPending ? texts.pending : texts.accept}
      </Button>
    </>
  );
}
