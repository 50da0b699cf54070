"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import type { InboxItem } from "@/lib/panel/inbox/queries";
import { INBOX, type InboxKind } from "@/lib/panel/inbox/rules";
import { InboxCard, type OpenForm } from "./inbox-card";
import { isInView } from "./decision-queue";
import { useDecisions } from "./use-decisions";

type InboxQueueProps = { items: readonly InboxItem[]; account: string; base: string; locale: string };

/** Whether the focus is in an input or a dialog, where keyboard shortcuts are off. */
const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable], dialog") !== null;

const isFinal = ({ kind }: InboxItem) => (INBOX[kind] as InboxKind).final === true;

const isAnswered = ({ kind, status }: InboxItem) => (INBOX[kind] as InboxKind).answered?.includes(status) ?? false;

/** Cards of waiting items: j and k move, a approves, r opens the reason of a refusal, u undoes the last decision. */
export function InboxQueue({ items: current, account, base, locale }: InboxQueueProps) {
  const t = useTranslations("panel/inbox");
  // A decision refreshes the page without its item: the card stays, so that it can be undone.
  const [loaded] = useState(current);
  const items = loaded.map((item) => current.find(({ id }) => id === item.id) ?? item);
  const list = useRef<HTMLOListElement>(null);
  const [openForm, setOpenForm] = useState<{ id: string; form: OpenForm } | null>(null);
  const { states, decide, answer, undo, takeBack, queued, last } = useDecisions();

  const hydrated = useHydrated();

  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-inbox-item]") ?? [])];
  const move = (from: HTMLElement | null, by: number) => {
    const all = cards();
    const next = all[Math.min(all.length - 1, Math.max(0, (from ? all.indexOf(from) : -1) + by))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const current = document.activeElement?.closest<HTMLElement>("[data-inbox-item]") ?? null;
      const found = items.find(({ id }) => id === current?.dataset.inboxItem);
      const item = found && !states[found.id] && !queued.includes(found.id) ? found : null;
      if (event.key === "j") move(current, 1);
      else if (event.key === "k") move(current, -1);
      else if (event.key === "u" && (last || queued.length > 0)) {
        if (!takeBack() && last) undo(last);
      } else if (!item || (event.key !== "a" && event.key !== "r")) return;
      // What was scrolled away is shown first: the next press decides it.
      else if (!isInView(current!, window.innerHeight)) move(current, 0);
      else if (event.key === "r") setOpenForm({ id: item.id, form: "reason" });
      else if (isAnswered(item)) setOpenForm({ id: item.id, form: "answer" });
      else decide(item, "approve");
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  if (items.length === 0)
    return <p className="rounded-xl border border-line bg-surface p-6 text-lg text-muted">{t("empty")}</p>;
  return (
    <div className="grid gap-3">
      <p className="hidden text-sm text-muted lg:block">{t(isFinal(items[0]!) ? "keysFinal" : "keys")}</p>
      <ol ref={list} className="grid gap-4">
        {items.map((item) => (
          <InboxCard
            key={item.id}
            item={item}
            account={account}
            base={base}
            locale={locale}
            state={states[item.id]}
            busy={queued.includes(item.id) || !hydrated}
            isQueued={queued.includes(item.id)}
            openForm={openForm?.id === item.id ? openForm.form : null}
            onOpenForm={(form) => setOpenForm(form && { id: item.id, form })}
            onAnswer={(text, link) => answer(item, text, link)}
            onDecide={(decision, reason) => decide(item, decision, reason)}
            onUndo={() => undo(item)}
          />
        ))}
      </ol>
    </div>
  );
}
