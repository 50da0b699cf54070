"use client";

import { LocateFixed, MapPin } from "lucide";
import { useRef, useState, type ComponentType } from "react";
import { Field } from "@/components/form/field";
import { notifyFailure } from "@/components/form/notify-failure";
import { requestPosition } from "@/components/geo/map/geolocation";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { listTownsAction } from "@/lib/panel/requests/actions";
import type { Town } from "@/lib/panel/requests/queries";
import { coordinatesOf } from "@/lib/panel/requests/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import type { PinMapProps } from "./pin-map";
import { usePinTexts } from "./pin-texts";

type Props = {
  state: StateAbbr;
  cityLabel: string;
  city: string;
  pin: string;
};

const written = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`;

/** The town, with suggestions of the state's towns, and the position of the place: typed, pasted, from the device or from the map. */
export function TownAndPin({ state, cityLabel, city: initialCity, pin: initialPin }: Props) {
  const {
    place: { map: texts },
    form: { optional },
    map: labels,
  } = usePinTexts();
  const [city, setCity] = useState(initialCity);
  const [pin, setPin] = useState(initialPin);
  const [towns, setTowns] = useState<readonly Town[]>([]);
  const [map, setMap] = useState<{ View: ComponentType<PinMapProps> } | "loading" | "failed" | null>(null);
  const wasRequested = useRef(false);
  const loadTowns = async () => {
    if (wasRequested.current) return;
    wasRequested.current = true;
    try {
      const result = await listTownsAction({ state });
      setTowns(result.data ?? []);
    } catch (error) {
      wasRequested.current = false;
      notifyFailure({ thrownError: error as Error });
    }
  };
  const toggle = async () => {
    if (map && typeof map === "object") return setMap(null);
    setMap("loading");
    void loadTowns();
    setMap(
      await import("./pin-map").then(
        ({ PinMap }) => ({ View: PinMap }),
        () => "failed" as const,
      ),
    );
  };
  const town = towns.find(({ name }) => name.toLowerCase() === city.trim().toLowerCase());
  const isOpen = map !== null && typeof map === "object";
  return (
    <>
      <Field name="city" label={cityLabel}>
        {(control) => (
          <>
            <Input
              {...control}
              list="towns"
              autoComplete="off"
              maxLength={120}
              required
              value={city}
              onFocus={() => void loadTowns()}
              onChange={({ target }) => setCity(target.value)}
            />
            <datalist id="towns">
              {towns.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <div className="grid gap-3 rounded-xl border-2 border-line p-4">
        <Field name="pin" label={texts.label} hint={texts.hint} optional={optional}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={400}
              value={pin}
              onChange={({ target }) => setPin(target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => void toggle()} disabled={map === "loading"}>
            <Icon of={MapPin} />
            {isOpen ? texts.close : texts.open}
          </Button>
          <Button
            variant="outline"
            onClick={() =>
              requestPosition({ mapsLoaded: true }, ({ coords }) =>
                setPin(written({ lat: coords.latitude, lng: coords.longitude })),
              )
            }
          >
            <Icon of={LocateFixed} />
            {texts.here}
          </Button>
        </div>
        <p role="status" className="empty:hidden">
          {map === "loading" ? labels.loading : map === "failed" ? labels.failed : ""}
        </p>
        {isOpen && (
          <map.View
            state={state}
            labels={labels}
            towns={towns}
            town={town ?? null}
            pin={coordinatesOf(pin)}
            onPick={(point) => setPin(written(point))}
            onFail={() => setMap("failed")}
          />
        )}
      </div>
    </>
  );
}
