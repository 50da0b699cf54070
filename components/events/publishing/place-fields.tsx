"use client";

import { MapPin } from "lucide";
import { useState, type ComponentType } from "react";
import { Field } from "@/components/form/field";
import { notifyFailure } from "@/components/form/notify-failure";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import type { PinMapProps } from "@/components/panel/requests/pin-map";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import type { Municipality } from "@/lib/events/publishing/queries";
import { coordinatesOf } from "@/lib/panel/requests/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { useEventTexts } from "./event-texts";
import type { StepFieldsProps } from "./form-props";
import { listTowns } from "./link-calls";

type Drawing = { View: ComponentType<PinMapProps>; state: StateAbbr; towns: readonly Municipality[] };

const written = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`;

export function PlaceFields(props: StepFieldsProps) {
  const { values } = props;
  const { place, form } = useEventTexts();
  return (
    <>
      <TextField
        name="venue"
        label={place.venue}
        hint={place.venueHint}
        optional={form.optional}
        defaultValue={values.venue}
        maxLength={160}
      />
      <TextField
        name="address"
        label={place.address}
        optional={form.optional}
        defaultValue={values.address}
        maxLength={300}
      />
      <PinField key={props.current.state_abbr} {...props} />
      <TextAreaField
        name="access_notes"
        label={place.access}
        hint={place.accessHint}
        optional={form.optional}
        defaultValue={values.access_notes}
      />
    </>
  );
}

async function loadDrawing(state: StateAbbr, link?: string): Promise<Drawing> {
  const [{ PinMap }, { data }] = await Promise.all([
    import("@/components/panel/requests/pin-map"),
    listTowns(state, link),
  ]);
  return { View: PinMap, state, towns: data ?? [] };
}

/** The position of the event: typed, pasted from a map service, or marked on the map of the state. */
function PinField({ current, onKeep, link }: StepFieldsProps) {
  const { place, map: labels } = useEventTexts();
  const [pin, setPin] = useState(current.pin ?? "");
  const [drawing, setDrawing] = useState<Drawing | "loading" | "failed" | null>(null);
  const toggle = async () => {
    if (drawing && typeof drawing === "object") return setDrawing(null);
    setDrawing("loading");
    setDrawing(
      await loadDrawing(current.state_abbr as StateAbbr, link).catch((error: Error) => {
        notifyFailure({ thrownError: error });
        return "failed" as const;
      }),
    );
  };
  const pick = (point: { lat: number; lng: number }) => {
    setPin(written(point));
    requestAnimationFrame(onKeep);
  };
  const town =
    typeof drawing === "object" && drawing?.towns.find(({ code }) => String(code) === current.municipality_ibge);
  return (
    <div className="grid gap-3 rounded-xl border-2 border-line p-4">
      <Field name="pin" label={place.pin} hint={place.pinHint}>
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
      <div>
        <Button variant="outline" onClick={() => void toggle()} disabled={drawing === "loading" || !current.state_abbr}>
          <Icon of={MapPin} />
          {typeof drawing === "object" && drawing ? place.closeMap : place.openMap}
        </Button>
      </div>
      <p role="status" className="empty:hidden">
        {drawing === "loading" ? labels.loading : drawing === "failed" ? labels.failed : ""}
      </p>
      {typeof drawing === "object" && drawing && (
        <drawing.View
          state={drawing.state}
          labels={labels}
          towns={drawing.towns}
          town={town || null}
          pin={coordinatesOf(pin)}
          onPick={pick}
          onFail={() => setDrawing("failed")}
        />
      )}
    </div>
  );
}
