import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { FormErrors } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";

type Answer = { data?: { outcome: string }; serverError?: string; validationErrors?: FormErrors };

/** Runs an action that changes the status of an event and reloads the page; keeps the outcome that stopped it. */
export function useChange(done: string) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [errors, setErrors] = useState<FormErrors>();
  const [stop, setStop] = useState<string | null>(null);
  const run = (action: () => Promise<Answer>) =>
    start(async () => {
      const answer = await action().catch((error: Error): Answer & { thrownError: Error } => ({ thrownError: error }));
      notifyFailure(answer);
      const outcome = answer.data?.outcome;
      start(() => {
        setErrors(answer.validationErrors);
        setStop(outcome && outcome !== done ? outcome : null);
        if (outcome) router.refresh();
      });
    });
  return { run, isPending, errors, stop };
}
