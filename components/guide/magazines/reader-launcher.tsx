"use client";

import { useEffect, useState, type ComponentType } from "react";
import type { ReaderProps } from "./reader";

/** Reserves the reader's space above the pages and loads its code after the page is shown. */
export function ReaderLauncher(props: ReaderProps) {
  const [View, setView] = useState<ComponentType<ReaderProps> | null>(null);
  useEffect(() => {
    // Without the reader's code the pages stay scrollable text.
    import("./reader").then(
      ({ Reader }) => setView(() => Reader),
      () => {},
    );
  }, []);
  return <div className="contents">{View ? <View {...props} /> : <div className="mb-4 h-13" />}</div>;
}
