"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { startStamps, type StampTexts } from "./stamp-client";

type Props = {
  texts: StampTexts;
  /** Address of the sign-in page that leads back here. */
  signIn: string;
  /** Reads the page again after waiting stamps arrived. */
  refreshes?: boolean;
};

/** Runs the stamp buttons of a page, and sends the stamps that wait on the device. */
export function StampIsland({ texts, signIn, refreshes = false }: Props) {
  const pathname = usePathname();
  const router = useRouter();
  useEffect(
    () => startStamps({ texts, signIn, ...(refreshes && { onStamped: () => router.refresh() }) }),
    [texts, signIn, refreshes, router, pathname],
  );
  return null;
}
