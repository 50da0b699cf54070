"use client";

import { useEffect, useState, type ComponentType } from "react";
import type { ReaderProps } from "./reader";
import type { ReaderLabels } from "./reader-model";
import { ReaderTexts } from "./reader-texts";

/** Reserves the reader's space above the pages and loads its code after the page is shown. */
export function ReaderLauncher({ labels, ...props }: ReaderProps & { labels: ReaderLabels }) {
  const [View, setView] = useState<ComponentType<ReaderProps> | null>(null);
  useEffect(() => {
    // Without the reader's code the pages stay scrollable text.
    import("./reader").then(
      ({ Reader }) => setView(() => Reader),
      () => {},
    );
  }, []);
  return (
    <div data-at-once className="contents">
      {View ? (
        <ReaderTexts value={labels}>
          <View {...props} />
        </ReaderTexts>
      ) : (
        <div className="mb-4 h-13" />
      )}
    </div>
  );
}
