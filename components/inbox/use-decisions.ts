"use client";

import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { answerTripPanelAction, decideAction } from "@/lib/inbox/actions";
import type { Decided } from "@/lib/inbox/mutations";
import type { InboxItem } from "@/lib/inbox/queries";
import { INBOX, type Decision, type InboxKind } from "@/lib/inbox/rules";

/** What became of the items of a list since it was loaded; the list itself stays in place. */
export function useDecisions() {
  const [states, setStates] = useState<Record<string, Decided | undefined>>({});
  const [last, setLast] = useState<InboxItem | null>(null);
  const t = useTranslations("inbox");
  const { executeAsync, isPending } = useAction(decideAction, { onError: ({ error }) => notifyFailure(error) });

  const sending = useAction(answerTripPanelAction, { onError: ({ error }) => notifyFailure(error) });

  // The forms stay open, with what was typed, until there is an answer.
  async function answer(item: InboxItem, text: string, link: string) {
    const { data } = await sending.executeAsync({ id: item.id, answer: text, link, seen: item.status });
    if (!data) return;
    setStates((now) => ({ ...now, [item.id]: data }));
    if (data.outcome === "decided") setLast(item);
  }

  async function decide(item: InboxItem, decision: Decision, reason?: string) {
    const { final: isFinal }: InboxKind = INBOX[item.kind];
    if (isFinal && decision === "approve" && !window.confirm(t("confirm", { title: item.title }))) return;
    const { data } = await executeAsync({ kind: item.kind, id: item.id, decision, reason, seen: item.status });
    if (!data) return;
    setStates((now) => ({ ...now, [item.id]: data }));
    if (data.outcome === "decided" && !isFinal) setLast(item);
  }

  async function undo(item: InboxItem) {
    const { data } = await executeAsync({ kind: item.kind, id: item.id, decision: "reopen" });
    if (!data) return;
    if (data.outcome !== "decided") return setStates((now) => ({ ...now, [item.id]: data }));
    // What a reopened item now says would refuse the next decision as seen too late: load it anew.
    window.location.reload();
  }

  return { states, last, busy: isPending || sending.isPending, answer: (...given: Parameters<typeof answer>) => void answer(...given), decide: (...given: Parameters<typeof decide>) => void decide(...given), undo: (item: InboxItem) => void undo(item) };
}
