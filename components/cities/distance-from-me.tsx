"use client";

import { LocateFixed } from "lucide";
import { useState } from "react";
import { greatCircleKm } from "@/lib/regions/rules";
import { Icon } from "@/components/ui/icon";

type Props = { lat: number; lng: number; labels: { ask: string; busy: string; far: string }; googleMapsKey?: string };

/** How far the town is from the visitor, asked for by a click; `far` holds `{km}`. */
export function DistanceFromMe({ lat, lng, labels, googleMapsKey }: Props) {
  const [km, setKm] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  async function ask() {
    setBusy(true);
    const { locate } = await import("../map/locate");
    const found = ({ coords }: GeolocationPosition) => {
      setBusy(false);
      setKm(Math.round(greatCircleKm({ lat, lng }, { lat: coords.latitude, lng: coords.longitude })));
    };
    await locate(googleMapsKey, found, () => setBusy(false));
  }
  return (
    <p className="min-h-11">
      {km === null ? (
        <button type="button" disabled={busy} onClick={() => void ask()} className="inline-flex min-h-11 items-center gap-2 rounded-lg border-2 border-line px-4 font-semibold hover:bg-raised disabled:opacity-70">
          <Icon of={LocateFixed} className="size-5" />
          {busy ? labels.busy : labels.ask}
        </button>
      ) : (
        <span role="status" className="font-semibold text-rota-text tabular">
          {labels.far.replace("{km}", String(km))}
        </span>
      )}
    </p>
  );
}
