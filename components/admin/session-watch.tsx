"use client";

import { useEffect } from "react";
import type { Role } from "@/lib/platform/auth/permissions";

const EVERY_MS = 45_000;

/** Leaves a page of the panel within a minute of a block or a change of role: the guard decides anew. */
export function SessionWatch({ shown }: { shown: Role }) {
  useEffect(() => {
    const ask = async () => {
      const answer = await fetch("/api/session", { cache: "no-store" }).catch(() => null);
      // Without a connection nothing is known, and nothing typed here should be lost.
      if (!answer?.ok) return;
      const { account } = (await answer.json()) as { account: { role: Role } | null };
      if (account?.role !== shown) window.location.reload();
    };
    const timer = setInterval(() => void ask(), EVERY_MS);
    const whenShown = () => void (document.visibilityState === "visible" && ask());
    document.addEventListener("visibilitychange", whenShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", whenShown);
    };
  }, [shown]);
  return null;
}
