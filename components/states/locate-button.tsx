"use client";

import { LocateFixed } from "lucide";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notify } from "../layout/notify";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { Icon } from "@/components/ui/icon";

type Props = { labels: { locate: string; locating: string }; locale: Locale; googleMapsKey?: string };

/** Finds the visitor's state from one position; shapes and point-in-shape code load on click. */
export function LocateButton({ labels, locale, googleMapsKey }: Props) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function open({ coords }: GeolocationPosition) {
    try {
      const [{ nearestState }, shapes] = await Promise.all([
        import("@/lib/geo/rules"),
        fetch("/map/states.json").then((response) => response.json()),
      ]);
      const abbr = nearestState(coords.latitude, coords.longitude, shapes.features);
      if (abbr) router.push(localePath(locale, `/${abbr.toLowerCase()}/home`));
      else notify({ code: "gps.outside" });
    } finally {
      setBusy(false);
    }
  }

  async function locate() {
    setBusy(true);
    const { locate: ask } = await import("../map/locate");
    await ask(googleMapsKey, (position) => void open(position), () => setBusy(false));
  }

  return (
    <button
      type="button"
      onClick={() => void locate()}
      disabled={busy}
      className="inline-flex h-11 items-center gap-2 rounded-xl bg-primary px-4 font-semibold text-primary-ink disabled:opacity-70"
    >
      <Icon of={LocateFixed} className={`size-5 ${busy ? "animate-spin" : ""}`} />
      {busy ? labels.locating : labels.locate}
    </button>
  );
}
