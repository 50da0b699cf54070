"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { sendPageView } from "./send-page-view";

/** Records each page view after the page is shown, without delaying it. */
export function PageViews() {
  const pathname = usePathname();
  useEffect(() => {
    const timer = setTimeout(() => void sendPageView(pathname), 500);
    return () => clearTimeout(timer);
  }, [pathname]);
  return null;
}
