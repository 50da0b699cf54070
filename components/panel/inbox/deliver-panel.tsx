"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState, useSyncExternalStore } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { isUnsaved } from "@/components/travel/trips/plan-store";
import { usePlanner } from "@/components/travel/trips/planner-context";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { deliverTripPanelAction } from "@/lib/panel/inbox/actions";
import type { Delivered } from "@/lib/panel/inbox/mutations";

type Texts = Messages["panel/inbox"]["planner"]["deliver"];
type Props = { application: string; path: string; answer: string; texts: Texts };

/** Why a delivery changed nothing. */
function problemOf(result: Delivered, texts: Texts): string {
  if (result.outcome === "conflict") return texts.problems.already.replace("{name}", result.by ?? "");
  if (result.outcome === "gone") return texts.problems.missing;
  return result.outcome === "refused" ? texts.problems[result.reason] : "";
}

/** Delivers the trip of the planner to the person who asked for it, once everything is saved. */
export function DeliverPanel({ application, path, answer: first, texts }: Props) {
  const { store } = usePlanner();
  const state = useSyncExternalStore(store.subscribe, store.get, () => null);
  const router = useRouter();
  const [answer, setAnswer] = useState(first);
  const [problem, setProblem] = useState("");
  const { execute, isPending } = useAction(deliverTripPanelAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      setProblem(problemOf(data, texts));
      if (data.outcome !== "saved") return;
      router.replace(`${path}?entregue=${data.place}`);
    },
  });
  const version = state && !isUnsaved(state) ? state.base.version : null;
  return (
    <form
      aria-label={texts.title}
      className="grid gap-3 rounded-xl border-2 border-faixa p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (version !== null && answer.trim()) execute({ id: application, version, answer });
      }}
    >
      <h2 className="text-2xl">{texts.title}</h2>
      <p className="text-muted">{texts.lead}</p>
      <label className="grid gap-1">
        <span className="font-semibold">{texts.answer}</span>
        <textarea
          rows={4}
          maxLength={1000}
          required
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
          className={`${controlClass} h-auto py-2`}
        />
      </label>
      <Button type="submit" disabled={version === null || isPending || !answer.trim()} aria-busy={isPending}>
        {isPending ? texts.sending : texts.send}
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {version === null ? texts.saveFirst : ""}
      </p>
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
