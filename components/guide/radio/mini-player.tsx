"use client";

import { ChevronUp, Play, RefreshCw, Square, X, type IconNode } from "lucide";
import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import { Suspense, use, useEffect } from "react";
import { Icon } from "@/components/ui/icon";
import { localePath, splitPath } from "@/lib/platform/i18n/routing";
import { playRadio, stopRadio, useRadio } from "./radio-engine";
import { radioLabels } from "./radio-labels";

const ROUND = "grid size-11 shrink-0 place-items-center rounded-full";

function RoundButton({
  label,
  icon,
  strong = false,
  onClick,
}: {
  label: string;
  icon: IconNode;
  strong?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`${ROUND} ${strong ? "bg-faixa text-faixa-ink" : "hover:bg-raised"}`}
    >
      <Icon of={icon} className="size-5" />
    </button>
  );
}

/** The small player on every page except the radio page: current station, stop button and a link to the radio page. */
export function MiniPlayer() {
  const { path } = splitPath(usePathname());
  const { on } = useRadio();
  const shown = on && path !== "/radio";
  useEffect(() => {
    // Adds space below the page, so that the player covers nothing.
    document.documentElement.toggleAttribute("data-radio", shown);
  }, [shown]);
  if (!shown) return null;
  return (
    <Suspense>
      <Bar />
    </Suspense>
  );
}

function Bar() {
  const pathname = usePathname();
  const labels = use(radioLabels(pathname));
  const { station, phase } = useRadio();
  if (!station) return null;
  const statusText = phase === "stopped" ? labels.resume.replace("{station}", "").trim() : labels.phase[phase];
  const isBroken = phase === "failed" || phase === "lost";
  return (
    <aside
      aria-label={labels.label}
      data-slot="mini-player"
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-40 border-t-2 border-faixa bg-surface pb-[env(safe-area-inset-bottom)] text-text"
    >
      <div className="page flex h-16 items-center gap-2">
        {phase === "stopped" ? (
          <RoundButton
            strong
            label={labels.resume.replace("{station}", station.name)}
            icon={Play}
            onClick={() => playRadio()}
          />
        ) : isBroken ? (
          <RoundButton strong label={labels.retry} icon={RefreshCw} onClick={() => playRadio()} />
        ) : (
          <RoundButton strong label={labels.stop} icon={Square} onClick={stopRadio} />
        )}
        <p className="min-w-0 grow leading-tight">
          <span role="status" className="block truncate text-sm text-muted">
            {statusText}
          </span>
          <strong className="block truncate">{station.name}</strong>
        </p>
        <Link
          href={localePath(splitPath(pathname).locale, "/radio")}
          aria-label={labels.expand}
          title={labels.expand}
          className={`${ROUND} hover:bg-raised`}
        >
          <Icon of={ChevronUp} className="size-5" />
        </Link>
        {(phase === "stopped" || isBroken) && <RoundButton label={labels.dismiss} icon={X} onClick={stopRadio} />}
      </div>
    </aside>
  );
}
