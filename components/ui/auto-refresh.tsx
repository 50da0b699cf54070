"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const FIRST_MS = 3000;
const SLOWEST_MS = 20_000;

/** Refreshes the page while a payment or the answer to a mail is expected: with increasing intervals, and never in a background tab. */
export function AutoRefresh() {
  const router = useRouter();
  useEffect(() => {
    let wait = FIRST_MS;
    let timer: ReturnType<typeof setTimeout>;
    const refresh = () => {
      if (!document.hidden) router.refresh();
      wait = Math.min(SLOWEST_MS, wait * 1.15);
      timer = setTimeout(refresh, wait);
    };
    const look = () => {
      if (document.hidden) return;
      wait = FIRST_MS;
      router.refresh();
    };
    timer = setTimeout(refresh, wait);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [router]);
  return null;
}
