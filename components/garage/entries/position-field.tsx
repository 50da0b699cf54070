import { useState } from "react";
import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import { useLogTexts } from "./log-texts";

export type Position = { lat: number; lng: number };
type Props = { position: Position | null; onChange: (position: Position | null) => void };

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 30_000, maximumAge: 60_000 };
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** Stores where the person is, only when the button is pressed. */
export function PositionField({ position, onChange }: Props) {
  const texts = useLogTexts();
  const [state, setState] = useState<"idle" | "wait" | "failed">("idle");
  const find = () => {
    setState("wait");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState("idle");
        onChange({ lat: rounded(coords.latitude), lng: rounded(coords.longitude) });
      },
      () => setState("failed"),
      OPTIONS,
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-3" role="status">
      {position ? (
        <>
          <p>{fill(texts.position.stored, { position: `${position.lat}, ${position.lng}` })}</p>
          <Button variant="outline" onClick={() => onChange(null)}>
            {texts.position.remove}
          </Button>
        </>
      ) : (
        <Button variant="outline" disabled={state === "wait"} onClick={find}>
          {state === "wait" ? texts.position.wait : texts.position.add}
        </Button>
      )}
      {state === "failed" && <p className="text-sm font-semibold text-danger">{texts.position.failed}</p>}
    </div>
  );
}
