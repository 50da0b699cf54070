"use client";

import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { answerRoadSourcesAction } from "@/lib/platform/settings/actions";

/** Asks the owner once whether the state roads with unconfirmed terms are used. */
export function RoadSourcesQuestion({ texts }: { texts: Record<"title" | "lead" | "use" | "leave", string> }) {
  const router = useRouter();
  const { execute, isExecuting } = useAction(answerRoadSourcesAction, {
    onSuccess: () => router.refresh(),
    onError: ({ error }) => notifyFailure(error),
  });
  return (
    <section
      aria-labelledby="estradas-estaduais"
      className="grid justify-items-start gap-3 rounded-xl border-2 border-faixa bg-surface p-4 sm:p-5"
    >
      <h2 id="estradas-estaduais" className="text-2xl">
        {texts.title}
      </h2>
      <p className="max-w-3xl text-muted">{texts.lead}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="faixa" disabled={isExecuting} onClick={() => execute({ use: true })}>
          {texts.use}
        </Button>
        <Button variant="outline" disabled={isExecuting} onClick={() => execute({ use: false })}>
          {texts.leave}
        </Button>
      </div>
    </section>
  );
}
