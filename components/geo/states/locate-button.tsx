"use client";

import { LocateFixed } from "lucide";
import { useRouter } from "next/navigation";
import { notify } from "../../ui/notify";
import { useLocate } from "../map/use-locate";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { Icon } from "@/components/ui/icon";
import { buttonClass } from "@/components/ui/button-class";

type Props = { labels: { locate: string; locating: string; failed: string }; locale: Locale; googleMapsKey?: string };

/** Finds the visitor's state from one position; shapes and point-in-shape code load on click. */
export function LocateButton({ labels, locale, googleMapsKey }: Props) {
  const router = useRouter();
  const { phase, ask } = useLocate(googleMapsKey);

  async function open({ coords }: GeolocationPosition) {
    const [{ nearestState }, shapes] = await Promise.all([
      import("@/lib/geo/geo/rules"),
      fetch("/map/states.json").then((response) => response.json()),
    ]);
    const abbr = nearestState(coords.latitude, coords.longitude, shapes.features);
    if (abbr) return router.push(localePath(locale, `/${abbr.toLowerCase()}/home`));
    notify({ code: "gps.outside" });
    return (await import("../map/geolocation")).NOTICE_SHOWN;
  }

  return (
    <button
      type="button"
      onClick={() => ask(open)}
      disabled={phase === "locating"}
      className={buttonClass({ look: "primary", size: "round", className: "h-11" })}
    >
      <Icon of={LocateFixed} className={`size-5 ${phase === "locating" ? "animate-spin" : ""}`} />
      {{ idle: labels.locate, locating: labels.locating, failed: labels.failed }[phase]}
    </button>
  );
}
