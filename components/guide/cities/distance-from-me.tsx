"use client";

import { LocateFixed } from "lucide";
import { useState } from "react";
import { useLocate } from "@/components/geo/map/use-locate";
import { greatCircleKm } from "@/lib/geo/geo/rules";
import { Icon } from "@/components/ui/icon";
import { buttonClass } from "@/components/ui/button-class";

type Props = {
  lat: number;
  lng: number;
  labels: { ask: string; busy: string; failed: string; far: string };
  googleMapsKey?: string;
};

/** Distance from the visitor to the town, requested by a click; `far` contains `{km}`. */
export function DistanceFromMe({ lat, lng, labels, googleMapsKey }: Props) {
  const [km, setKm] = useState<number | null>(null);
  const { phase, ask } = useLocate(googleMapsKey);
  const found = ({ coords }: GeolocationPosition) =>
    setKm(Math.round(greatCircleKm({ lat, lng }, { lat: coords.latitude, lng: coords.longitude })));
  return (
    <p className="min-h-11">
      {km === null ? (
        <button type="button" disabled={phase === "locating"} onClick={() => ask(found)} className={buttonClass()}>
          <Icon of={LocateFixed} className="size-5" />
          {{ idle: labels.ask, locating: labels.busy, failed: labels.failed }[phase]}
        </button>
      ) : (
        <span role="status" className="font-semibold text-rota-text tabular">
          {labels.far.replace("{km}", String(km))}
        </span>
      )}
    </p>
  );
}
