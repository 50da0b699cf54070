"use client";

import { useEffect, useRef, useState, type ComponentType } from "react";
import { packCache } from "@/lib/platform/offline/rules";
import { CARD, MAIN, type PackProps } from "./pack-card";
import { usePackTexts } from "./pack-texts";

type Panel = ComponentType<PackProps & { start: boolean }>;
type Phase = "offer" | "loading" | "failed" | { Panel: Panel; start: boolean };

const CODE_MS = 20_000;

const tooLate = () => new Promise<never>((_, reject) => setTimeout(reject, CODE_MS));

/** Button that caches a whole state on this device; the remaining code is loaded with the first click, or when a pack exists. */
export function PackButton(props: PackProps) {
  const labels = usePackTexts();
  const { uf, locale } = props;
  const [phase, setPhase] = useState<Phase>("offer");
  const wasToggled = useRef(false);
  const open = (start: boolean) => {
    wasToggled.current = true;
    setPhase("loading");
    Promise.race([import("./pack-panel"), tooLate()]).then(
      ({ PackPanel }) => setPhase({ Panel: PackPanel, start }),
      () => setPhase("failed"),
    );
  };

  useEffect(() => {
    if (!("caches" in window)) return;
    void caches.has(packCache(uf, locale)).then(
      (kept) => kept && !wasToggled.current && open(false),
      () => undefined,
    );
  }, [uf, locale]);

  return (
    <section className="page mt-10" data-slot="offline-pack" data-print="hide" data-in-view>
      {typeof phase === "object" ? (
        <phase.Panel {...props} start={phase.start} />
      ) : (
        <div className={CARD}>
          <p role="status">{phase === "failed" ? labels.network : labels.text}</p>
          <button type="button" disabled={phase === "loading"} className={MAIN} onClick={() => open(true)}>
            {labels.take}
          </button>
        </div>
      )}
    </section>
  );
}
