"use client";

import { FileUp, Map as MapSign, Trash2 } from "lucide";
import { useMemo, useState } from "react";
import { useLocale, useTranslations } from "next-intl";
import { lazyPart } from "@/components/form/lazy-part";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { trackPoints, type RecordedStop } from "@/lib/geo/tracks/rules";
import { TRAVEL_FILES_ACCEPT } from "@/lib/geo/travel-files/rules";
import { ImportReport } from "../../geo/imports/import-report";
import { ImportTexts } from "../../geo/imports/import-texts";
import { LineChoice } from "../../geo/imports/line-choice";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import type { OpenedRecording } from "./recording-file";
import { useRecording, type ReadResult } from "./use-recording";
import { buttonClass } from "@/components/ui/button-class";

const StopsMap = lazyPart(() => import("./stops-map").then((module) => module.StopsMap));

type Stop = {
  name?: string;
  kind?: string;
  coordinates?: { lat: number; lng: number } | null;
  is_approximate?: boolean;
};

const nearly = (a: number, b: number) => Math.abs(a - b) < 0.001;
const isThere = (stops: readonly Stop[], stop: RecordedStop) =>
  stops.some(
    ({ name, coordinates }) =>
      name === stop.name ||
      Boolean(coordinates && nearly(coordinates.lat, stop.lat) && nearly(coordinates.lng, stop.lng)),
  );

/** The recorded line of a route, read on this device from a recording file, which also fills in length, elevation and stops. */
export function TrackInput({ field, path, value, errors, row = {}, onFill }: FieldInputProps) {
  const t = useTranslations("panel/records.track");
  const track = useMemo(() => trackPoints(value), [value]);
  const [offered, setOffered] = useState<RecordedStop[]>([]);
  const [isOpen, setOpen] = useState(false);
  /** Incremented when a file or its stops were taken over, which the map then shows whole. */
  const [shown, setShown] = useState(0);
  const stops = useMemo(
    () => (Array.isArray(row["region_waypoints"]) ? (row["region_waypoints"] as Stop[]) : []),
    [row],
  );

  const fillFields: FieldInputProps["onFill"] = (values) => {
    setShown((count) => count + 1);
    onFill?.(values);
  };
  const { result, read, fill } = useRecording(row, fillFields, (found) =>
    setOffered(found.filter((stop) => !isThere(stops, stop))),
  );
  const addStops = () => {
    onFill?.({
      region_waypoints: [
        ...stops,
        ...offered.map(({ name, note, lat, lng }) => ({
          name,
          kind: "stop",
          coordinates: { lat, lng },
          is_approximate: false,
          note,
        })),
      ],
    });
    setOffered([]);
    setShown((count) => count + 1);
  };
  const move = (position: number, coordinates: { lat: number; lng: number }) =>
    onFill?.({ region_waypoints: stops.with(position - 1, { ...stops[position - 1], coordinates }) });
  const route = useMemo(
    () => ({
      id: "form",
      name: "",
      track,
      waypoints: stops.map(({ name = "", kind = "stop", coordinates, is_approximate }, index) => ({
        position: index + 1,
        name,
        kind,
        lat: coordinates?.lat ?? null,
        lng: coordinates?.lng ?? null,
        isApproximate: Boolean(is_approximate),
      })),
    }),
    [track, stops],
  );
  return (
    <FieldFrame
      field={field}
      path={Object.keys(errors).find((key) => key.startsWith(`${path}.`)) ?? path}
      errors={errors}
      note={t(track.length > 0 ? "has" : "none", { count: track.length })}
    >
      {(control) => (
        <div className="grid gap-3">
          <div className="flex flex-wrap gap-2">
            <label
              className={buttonClass({
                look: "surface",
                size: "wide",
                font: "sign",
                className: "h-11 cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-faixa",
              })}
            >
              <Icon of={FileUp} className="size-5" /> {t("choose")}
              <input
                {...control}
                type="file"
                accept={TRAVEL_FILES_ACCEPT}
                className="sr-only"
                onChange={({ target }) => {
                  void read(target.files?.[0]);
                  target.value = "";
                }}
              />
            </label>
            <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <Icon of={MapSign} /> {t("map")}
            </Button>
            {track.length > 0 && (
              <Button variant="outline" onClick={() => onFill?.({ [field.name]: null, elevation_profile: null })}>
                <Icon of={Trash2} /> {t("remove")}
              </Button>
            )}
          </div>
          <ReadMessage result={result} onRead={fill} />
          {offered.length > 0 && (
            <div className="flex flex-wrap items-center gap-3 rounded-xl border-2 border-faixa p-3">
              <p className="mr-auto">
                {t("found", {
                  count: offered.length,
                  names: offered
                    .slice(0, 4)
                    .map(({ name }) => name)
                    .join(", "),
                })}
              </p>
              <Button variant="faixa" onClick={addStops}>
                {t("addStops")}
              </Button>
            </div>
          )}
          {isOpen && <StopsMap key={shown} route={route} onMove={move} onFail={() => setOpen(false)} />}
        </div>
      )}
    </FieldFrame>
  );
}

function ReadMessage({ result, onRead }: { result: ReadResult; onRead: (opened: OpenedRecording) => void }) {
  const t = useTranslations("panel/records.track");
  const locale = useLocale();
  if (!result) return null;
  if (result === "reading") return <p role="status">{t("reading")}</p>;
  if (result === "failed")
    return (
      <p role="alert" className="font-semibold text-danger">
        {t("notLoaded")}
      </p>
    );
  const { texts, findings } = result;
  if ("problem" in result) {
    return (
      <ImportTexts value={texts}>
        <p role="alert" className="font-semibold text-danger">
          {texts.problems[result.problem]}
        </p>
        <ImportReport read={[]} findings={findings} />
      </ImportTexts>
    );
  }
  const { recording, lines, line, choose } = result;
  const { distanceKm: km, profile } = recording;
  const onlyStops = lines.length > 0 ? [] : [t("onlyStops")];
  const read = km === null ? onlyStops : [t(profile.length > 0 ? "readWithHeights" : "read", { km })];
  return (
    <ImportTexts value={texts}>
      {lines.length > 0 && (
        <LineChoice
          legend={texts.lines.record}
          options={lines}
          chosen={line}
          onChoose={(next) => onRead(choose(next))}
          locale={locale}
        />
      )}
      <div role="status">
        <ImportReport read={read} findings={findings} />
      </div>
    </ImportTexts>
  );
}
