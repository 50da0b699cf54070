"use client";

import { useEffect } from "react";
import { discardUnsaved, hasUnsaved, keepUnsaved } from "../../form/unsaved";
import { whenConfirmed } from "../../ui/ask";
import { replacesPage } from "../../ui/link-click";

/** The part of the Navigation API that is used here; browsers without it offer the draft on return. */
type Traversal = Event & { navigationType: string; destination: { key: string } };
type Navigation = EventTarget & { traverseTo: (key: string) => unknown };

/**
 * Asks before a page with unsaved values is left: by a link, by the buttons back and forward of the browser, by closing
 * or reloading the tab. One guard for all forms of the panel (`components/form/unsaved.ts`).
 */
export function LeaveGuard({ question }: { question: string }) {
  useEffect(() => {
    const cancel = new AbortController();
    const { signal } = cancel;
    const leave = (go: () => unknown) =>
      whenConfirmed(question, () => {
        discardUnsaved();
        go();
      });
    const onUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link?.href || !replacesPage(link, event) || !hasUnsaved()) return;
      event.preventDefault();
      event.stopPropagation();
      leave(() => link.click());
    };
    const { navigation } = window as { navigation?: Navigation };
    const onTraverse = (event: Event) => {
      const { navigationType, destination, cancelable } = event as Traversal;
      if (navigationType !== "traverse" || !cancelable || !hasUnsaved()) return;
      event.preventDefault();
      leave(() => navigation?.traverseTo(destination.key));
    };
    window.addEventListener("beforeunload", onUnload, { signal });
    // The capture phase runs before the router's own listener.
    document.addEventListener("click", onClick, { capture: true, signal });
    document.addEventListener("input", keepUnsaved, { signal });
    navigation?.addEventListener("navigate", onTraverse, { signal });
    return () => cancel.abort();
  }, [question]);
  return null;
}
