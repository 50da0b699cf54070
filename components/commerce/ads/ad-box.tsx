"use client";

import { useEffect, useRef } from "react";
import type { PageAd } from "@/lib/commerce/ads/rules";
import type { AdPlace } from "./run-ad";

/** An empty box of the final size; the code that fills it and counts views is loaded when the box is near the viewport. */
export function AdBox({ ads, placement, state, className }: AdPlace & { ads: readonly PageAd[]; className: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = ref.current!;
    let stop: (() => void) | undefined;
    let isGone = false;
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        near.disconnect();
        // Offline the code cannot be loaded and the box stays empty.
        void import("./run-ad").then(
          ({ runAd }) => isGone || (stop = runAd(box, ads, { placement, state })),
          () => undefined,
        );
      },
      { rootMargin: "300px" },
    );
    near.observe(box);
    return () => {
      isGone = true;
      near.disconnect();
      stop?.();
    };
  }, [ads, placement, state]);
  return <div ref={ref} data-in-view className={className} />;
}
