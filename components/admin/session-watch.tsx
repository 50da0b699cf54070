"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Role } from "@/lib/platform/auth/permissions";
import { SESSION_END_EVENT } from "../layout/session-end";
import { SessionDialog, type SessionTexts } from "./session-dialog";

const EVERY_MS = 45_000;

type Shown = { role: Role; username: string };
type SessionWatchProps = { shown: Shown; texts: SessionTexts };

/** Who is signed in; `unknown` while the server does not answer. */
async function askAccount(): Promise<Shown | null | "unknown"> {
  const answer = await fetch("/api/session", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return "unknown";
  return ((await answer.json()) as { account: Shown | null }).account;
}

/**
 * Leaves a page of the panel within a minute of a block or a change of role: the guard decides anew. Where something
 * was typed and the session is over, the page stays behind a dialog that says so until the same account is back.
 */
export function SessionWatch({ shown, texts }: SessionWatchProps) {
  const [isOver, setOver] = useState(false);
  const isTyped = useRef(false);
  const { role, username } = shown;
  const ask = useCallback(async () => {
    const account = await askAccount();
    // Without a connection nothing is known, and nothing typed here should be lost.
    if (account === "unknown") return;
    if (account?.role === role && (account.username ?? username) === username) return setOver(false);
    if (account || !isTyped.current) return window.location.reload();
    setOver(true);
  }, [role, username]);
  useEffect(() => {
    const timer = setInterval(() => void ask(), EVERY_MS);
    const whenShown = () => void (document.visibilityState === "visible" && ask());
    const whenTyped = () => void (isTyped.current = true);
    const whenRefused = (event: Event) => {
      event.preventDefault();
      setOver(true);
    };
    document.addEventListener("visibilitychange", whenShown);
    document.addEventListener("input", whenTyped);
    window.addEventListener("focus", whenShown);
    window.addEventListener(SESSION_END_EVENT, whenRefused);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", whenShown);
      document.removeEventListener("input", whenTyped);
      window.removeEventListener("focus", whenShown);
      window.removeEventListener(SESSION_END_EVENT, whenRefused);
    };
  }, [ask]);
  return isOver ? <SessionDialog texts={texts} onRetry={() => void ask()} /> : null;
}
