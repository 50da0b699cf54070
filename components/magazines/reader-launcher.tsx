"use client";

import { useEffect, useState, type ComponentType } from "react";
import type { ReaderProps } from "./reader";

/** Keeps the reader's place above the pages and brings its code once the page stands. */
export function ReaderLauncher(props: ReaderProps) {
  const [View, setView] = useState<ComponentType<ReaderProps> | null>(null);
  useEffect(() => {
    // Without it the pages stay as they are: text to scroll.
    import("./reader").then(({ Reader }) => setView(() => Reader), () => {});
  }, []);
  return <div className="contents">{View ? <View {...props} /> : <div className="mb-4 h-13" />}</div>;
}
