"use client";

import { Check, X } from "lucide";
import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { answerAttendanceAction } from "@/lib/events/panel/actions";
import type { ATTENDANCE_ANSWERS } from "@/lib/platform/supabase/database-constants/events";

type Props = {
  token: string;
  answer: (typeof ATTENDANCE_ANSWERS)[number];
  texts: Messages["events/panel"]["attendance"];
};

/** Yes and no with one tap; the answer can be changed until the event begins. */
export function AttendanceForm({ token, answer, texts }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const { execute, isPending, result } = useAction(answerAttendanceAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  const outcome = result.data?.outcome;
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        {(["yes", "no"] as const).map((one) => (
          <Button
            key={one}
            variant={one === "yes" ? "faixa" : "outline"}
            aria-pressed={answer === one}
            disabled={isPending || !hydrated}
            onClick={() => execute({ token, answer: one })}
            className="h-16 text-2xl aria-pressed:outline-4 aria-pressed:outline-offset-2 aria-pressed:outline-faixa"
          >
            <Icon of={one === "yes" ? Check : X} /> {texts[one]}
          </Button>
        ))}
      </div>
      <p role="status" className="text-lg">
        {outcome && outcome !== "saved" ? texts.closed : answer === "unknown" ? "" : texts.stored[answer]}
      </p>
    </div>
  );
}
