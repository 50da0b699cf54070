"use client";

import { useState } from "react";
import { useTranslations } from "next-intl";
import Cropper from "react-easy-crop";
import { Button } from "@/components/ui/button";
import type { Area } from "./send-picture";

type PictureCropProps = { address: string; onDone: (area: Area | null) => void; onCancel: () => void };

const SHAPES = [
  ["whole", null],
  ["free", 0],
  ["landscape", 3 / 2],
  ["share", 1200 / 630],
] as const;

/** Selects the visible part of a picture: all of it, a free shape, 3:2, or the format of shared links. */
export function PictureCrop({ address, onDone, onCancel }: PictureCropProps) {
  const t = useTranslations("panel/records.image");
  const [shape, setShape] = useState<(typeof SHAPES)[number][0]>("whole");
  const [free, setFree] = useState(1);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const aspect = SHAPES.find(([name]) => name === shape)?.[1] ?? null;
  return (
    <div className="grid gap-3 rounded-xl border-2 border-line bg-surface p-3">
      <div role="radiogroup" aria-label={t("shape")} className="flex flex-wrap gap-2">
        {SHAPES.map(([name]) => (
          <button
            key={name}
            type="button"
            role="radio"
            aria-checked={shape === name}
            onClick={() => setShape(name)}
            className="min-h-11 rounded-lg border-2 border-line px-3 aria-checked:border-primary aria-checked:bg-raised"
          >
            {t(`shapes.${name}`)}
          </button>
        ))}
      </div>
      <div className="relative h-72 overflow-hidden rounded-lg bg-background">
        {aspect === null ? (
          <img src={address} alt="" className="size-full object-contain" />
        ) : (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            aspect={aspect || free}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      {aspect !== null && <Slider label={t("zoom")} value={zoom} min={1} max={4} onChange={setZoom} />}
      {aspect === 0 && <Slider label={t("width")} value={free} min={0.4} max={2.5} onChange={setFree} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onDone(aspect === null ? null : area)}>{t("send")}</Button>
        <Button variant="outline" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}

type SliderProps = { label: string; value: number; min: number; max: number; onChange: (value: number) => void };

function Slider({ label, value, min, max, onChange }: SliderProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <span className="w-24">{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step="0.05"
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="grow accent-primary"
      />
    </label>
  );
}
