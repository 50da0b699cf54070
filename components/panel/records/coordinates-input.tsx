"use client";

import { MapPin } from "lucide";
import { useState } from "react";
import { useTranslations } from "next-intl";
import { mapLabels } from "@/components/geo/map/labels";
import { lazyPart } from "@/components/form/lazy-part";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { FieldFrame, type FieldInputProps } from "./field-frame";

const PinMap = lazyPart(() => import("@/components/panel/requests/pin-map").then((module) => module.PinMap));

type Point = { lat: number; lng: number };
const DECIMALS = 5;

/** Parses two numbers from free text, such as `-28.39, -49.54` pasted from a map. */
function pointOf(typed: string): Point | null {
  const [lat, lng] = (typed.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

const pointText = (point: Point | null) => (point ? `${point.lat}, ${point.lng}` : "");

/** Latitude and longitude, typed, pasted or picked on the map. */
export function CoordinatesInput({ field, path, value, errors, onChange, state }: FieldInputProps) {
  const t = useTranslations("panel/records");
  const map = useTranslations("geo/map");
  const point = value as Point | null;
  const [typed, setTyped] = useState(() => pointText(point));
  const [isOpen, setOpen] = useState(false);
  const meant = pointOf(typed);
  // Another field (the map of all stops) may have changed the point meanwhile.
  const text = meant?.lat === point?.lat && meant?.lng === point?.lng ? typed : pointText(point);
  const broken = Object.keys(errors).find((key) => key.startsWith(`${path}.`)) ?? path;
  const pick = ({ lat, lng }: Point) => {
    const picked = { lat: Number(lat.toFixed(DECIMALS)), lng: Number(lng.toFixed(DECIMALS)) };
    setTyped(`${picked.lat}, ${picked.lng}`);
    onChange(picked);
  };
  return (
    <FieldFrame field={field} path={broken} errors={errors} note={t("form.coordinates")}>
      {(control) => (
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-2">
            <Input
              {...control}
              value={text}
              className="tabular sm:max-w-72"
              onChange={(event) => {
                setTyped(event.target.value);
                onChange(pointOf(event.target.value));
              }}
            />
            <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} disabled={!state}>
              <Icon of={MapPin} /> {t("form.pickOnMap")}
            </Button>
          </div>
          {isOpen && state && (
            <PinMap
              state={state as StateAbbr}
              labels={mapLabels((key) => map(key as "open"))}
              towns={[]}
              town={null}
              pin={point}
              onPick={pick}
              onFail={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
}
