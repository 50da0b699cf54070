import { useEffect, useState, type ComponentType } from "react";
import { useMapTexts } from "../../geo/map/map-texts";
import { Button } from "@/components/ui/button";
import { MapBoundary } from "../../geo/map/boundary";
import type { ConvoyMapProps } from "./convoy-map";
import { useConvoyTexts } from "./convoy-texts";

type Props = Omit<ConvoyMapProps, "onFail">;
type Phase = "closed" | "loading" | "failed" | { View: ComponentType<ConvoyMapProps> };

const loadMapCode = () => import("./convoy-map");

/** The map of the cars, which is shown when somebody opens it. */
export function ConvoyMapBox(props: Props) {
  const texts = useConvoyTexts();
  const labels = useMapTexts();
  const { members, points } = props;
  const [phase, setPhase] = useState<Phase>("closed");
  const open = () => {
    setPhase("loading");
    loadMapCode().then(
      ({ ConvoyMap }) => setPhase({ View: ConvoyMap }),
      () => setPhase("failed"),
    );
  };
  const View = typeof phase === "object" ? phase.View : null;
  const hasPlaces = points.length > 0 || members.some(({ position }) => position);
  // The map must open again where there is no signal, so its code is on the device before.
  useEffect(() => {
    if (hasPlaces) loadMapCode().catch(() => undefined);
  }, [hasPlaces]);
  return (
    <section aria-labelledby="convoy-map" className="grid gap-3">
      <h2 id="convoy-map" className="display-2">
        {texts.map.title}
      </h2>
      {!hasPlaces && <p>{texts.map.none}</p>}
      {hasPlaces && View && (
        <MapBoundary onFail={() => setPhase("failed")}>
          <View {...props} onFail={() => setPhase("failed")} />
        </MapBoundary>
      )}
      {hasPlaces && !View && (
        <>
          <p role="status" className="empty:hidden">
            {phase === "loading" ? labels.loading : phase === "failed" ? labels.failed : ""}
          </p>
          <Button variant="outline" className="w-fit" disabled={phase === "loading"} onClick={open}>
            {phase === "failed" ? labels.retry : texts.map.open}
          </Button>
        </>
      )}
      <p className="text-muted">{texts.map.list}</p>
    </section>
  );
}
