import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";

type Failure = Parameters<typeof notifyFailure>[0];

/** Runs one action at a time and reads the page again; failures are shown as notices. */
export function useChange() {
  const router = useRouter();
  const isReady = useHydrated();
  const [isPending, start] = useTransition();
  const run = (action: () => Promise<Failure | undefined>) =>
    start(async () => {
      try {
        const failure = await action();
        if (failure) notifyFailure(failure);
        router.refresh();
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  return { isBusy: !isReady || isPending, run };
}
