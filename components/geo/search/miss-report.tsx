"use client";

import { useEffect } from "react";
import type { Locale } from "@/lib/platform/i18n/routing";
import { reportMiss } from "./report-miss";

/** Counts the search of a page without a result. */
export function MissReport({ q, locale }: { q: string; locale: Locale }) {
  useEffect(() => reportMiss(q, locale), [q, locale]);
  return null;
}
