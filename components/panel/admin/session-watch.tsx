"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Role } from "@/lib/platform/auth/permissions";
import { SESSION_END_EVENT } from "../../ui/session-end";
import { SessionDialog } from "./session-dialog";
import { SessionTexts, type SessionMessages } from "./session-texts";

const EVERY_MS = 45_000;

type SessionAccount = { role: Role; username: string };
type SessionWatchProps = { account: SessionAccount; texts: SessionMessages };

/** The signed-in account; `unknown` when the server does not respond. */
async function askAccount(): Promise<SessionAccount | null | "unknown"> {
  const response = await fetch("/api/session", { cache: "no-store" }).catch(() => null);
  if (!response?.ok) return "unknown";
  return ((await response.json()) as { account: SessionAccount | null }).account;
}

/**
 * Reloads an admin page within a minute after the account was blocked or its role changed, so that the access check runs again.
 * If something was typed and the session is over, a dialog covers the page instead until the same account signs in again.
 */
export function SessionWatch({ account, texts }: SessionWatchProps) {
  const [isOver, setOver] = useState(false);
  const isTyped = useRef(false);
  const { role, username } = account;
  const checkSession = useCallback(async () => {
    const account = await askAccount();
    // Offline the session cannot be checked, and typed values must not be lost.
    if (account === "unknown") return;
    if (account?.role === role && (account.username ?? username) === username) return setOver(false);
    if (account || !isTyped.current) return window.location.reload();
    setOver(true);
  }, [role, username]);
  useEffect(() => {
    const timer = setInterval(() => void checkSession(), EVERY_MS);
    const whenShown = () => void (document.visibilityState === "visible" && checkSession());
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
  }, [checkSession]);
  if (!isOver) return null;
  return (
    <SessionTexts value={texts}>
      <SessionDialog onRetry={() => void checkSession()} />
    </SessionTexts>
  );
}
