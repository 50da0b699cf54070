"use client";

import { ask } from "@/components/ui/ask";
import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { answerTripPanelAction, decideAction } from "@/lib/panel/inbox/actions";
import { DecisionQueue } from "./decision-queue";
import type { Decided } from "@/lib/panel/inbox/mutations";
import type { InboxItem } from "@/lib/panel/inbox/queries";
import { INBOX, type Decision, type InboxKind } from "@/lib/panel/inbox/rules";

/** The decisions made since the list was loaded; decided items stay in the list. */
export function useDecisions() {
  const [states, setStates] = useState<Record<string, Decided | undefined>>({});
  const [last, setLast] = useState<InboxItem | null>(null);
  const t = useTranslations("panel/inbox");
  const { executeAsync } = useAction(decideAction, { onError: ({ error }) => notifyFailure(error) });

  const [queued, setQueued] = useState<readonly string[]>([]);
  const [queue] = useState(() => new DecisionQueue(setQueued));

  const sending = useAction(answerTripPanelAction, { onError: ({ error }) => notifyFailure(error) });

  // The form keeps its text until the server has answered.
  async function answer(item: InboxItem, text: string, link: string) {
    const { data } = await sending.executeAsync({ id: item.id, answer: text, link, expected_status: item.status });
    if (!data) return;
    setStates((now) => ({ ...now, [item.id]: data }));
    if (data.outcome === "saved") setLast(item);
  }

  async function decide(item: InboxItem, decision: Decision, reason?: string) {
    const { final: isFinal }: InboxKind = INBOX[item.kind];
    if (
      isFinal &&
      decision === "approve" &&
      !(await ask(t(`confirm.${item.kind}` as "confirm.pix", { title: item.title })))
    )
      return;
    const { data } = await executeAsync({
      kind: item.kind,
      id: item.id,
      decision,
      reason,
      expected_status: item.status,
    });
    if (!data) return;
    setStates((now) => ({ ...now, [item.id]: data }));
    if (data.outcome === "saved" && !isFinal) setLast(item);
  }

  async function undo(item: InboxItem) {
    const { data } = await executeAsync({ kind: item.kind, id: item.id, decision: "reopen" });
    if (!data) return;
    if (data.outcome !== "saved") return setStates((now) => ({ ...now, [item.id]: data }));
    // A reopened item has a new status, so the next decision would be refused as outdated: reload it.
    queue.afterAll(() => window.location.reload());
  }

  return {
    states,
    last,
    /** Items whose decision is being saved or waits for others. */
    queued,
    answer: (...given: Parameters<typeof answer>) => queue.add(given[0].id, () => answer(...given)),
    decide: (...given: Parameters<typeof decide>) => queue.add(given[0].id, () => decide(...given)),
    undo: (item: InboxItem) => queue.add(item.id, () => undo(item)),
    takeBack: () => queue.takeBack(),
  };
}
