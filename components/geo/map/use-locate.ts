import { useState } from "react";

export type LocatePhase = "idle" | "locating" | "failed";

type OnPosition = (position: GeolocationPosition) => unknown;

/** Requests the position once; its code is loaded with the first request. `failed`: that code, or what `onPosition` needs, could not be loaded. */
export function useLocate(googleMapsKey: string | undefined): {
  phase: LocatePhase;
  ask: (onPosition: OnPosition) => void;
} {
  const [phase, setPhase] = useState<LocatePhase>("idle");
  const ask = (onPosition: OnPosition) => {
    setPhase("locating");
    const failed = () => setPhase("failed");
    async function use(position: GeolocationPosition) {
      const result = await onPosition(position);
      setPhase("idle");
      return result;
    }
    import("./locate")
      .then(({ locate }) =>
        locate(
          googleMapsKey,
          (position) => use(position).catch(failed),
          () => setPhase("idle"),
        ),
      )
      .catch(failed);
  };
  return { phase, ask };
}
