import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { FormErrors } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { stopOf } from "@/lib/events/publishing/rules";

type Answer = { data?: Parameters<typeof stopOf>[0]; serverError?: string; validationErrors?: FormErrors };

/** Runs an action that changes the status of an event and reloads the page; keeps the outcome that stopped it. */
export function useChange() {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [errors, setErrors] = useState<FormErrors>();
  const [stop, setStop] = useState<string | null>(null);
  const run = (action: () => Promise<Answer>) =>
    start(async () => {
      const answer = await action().catch((error: Error): Answer & { thrownError: Error } => ({ thrownError: error }));
      notifyFailure(answer);
      const { data } = answer;
      start(() => {
        setErrors(answer.validationErrors);
        setStop(data ? stopOf(data) : null);
        if (data) router.refresh();
      });
    });
  return { run, isPending, errors, stop };
}
