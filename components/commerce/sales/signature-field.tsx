"use client";

import { Eraser } from "lucide";
import SignaturePad from "signature_pad";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { PAD_RATIO, scaled, type Drawing } from "./drawing";

type Props = {
  label: string;
  hint: string;
  clear: string;
  initial: Drawing | null;
  onChange: (drawing: Drawing | null) => void;
};

/** Resizes the canvas to its size on screen and redraws the strokes, so that rotating a phone loses nothing. */
function fitPad(canvas: HTMLCanvasElement, pad: SignaturePad, drawing: Drawing | null): number {
  const width = canvas.offsetWidth;
  const ratio = Math.max(window.devicePixelRatio, 1);
  canvas.width = width * ratio;
  canvas.height = width * PAD_RATIO * ratio;
  canvas.getContext("2d")?.scale(ratio, ratio);
  pad.clear();
  if (drawing) pad.fromData(scaled(drawing.strokes, width / drawing.width));
  return width;
}

function useSignatureCanvas({ initial, onChange }: Pick<Props, "initial" | "onChange">) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const [signed, setSigned] = useState(initial !== null);
  const change = useRef(onChange);
  const first = useRef(initial);
  useEffect(() => {
    change.current = onChange;
  }, [onChange]);
  useEffect(() => {
    const element = canvas.current!;
    const own = (pad.current = new SignaturePad(element, { penColor: "#000000" }));
    let width = 0;
    const keepStrokes = () => {
      if (own.isEmpty()) return;
      first.current = { width, strokes: own.toData() };
      setSigned(true);
      change.current(first.current);
    };
    // The library cannot end a stroke: removing and adding its listeners drops the pointer and keeps the strokes.
    const endStroke = () => {
      own.off();
      own.on();
      keepStrokes();
    };
    const fit = () => {
      if (!element.offsetWidth || element.offsetWidth === width) return;
      endStroke();
      width = fitPad(element, own, width ? { width, strokes: own.toData() } : first.current);
    };
    // A phone call or another app may hide the page without ending the touch.
    const onHidden = () => document.hidden && endStroke();
    own.addEventListener("endStroke", keepStrokes);
    document.addEventListener("visibilitychange", onHidden);
    const sizes = new ResizeObserver(fit);
    sizes.observe(element);
    fit();
    return () => {
      sizes.disconnect();
      document.removeEventListener("visibilitychange", onHidden);
      own.off();
    };
  }, []);
  const clear = () => {
    pad.current?.clear();
    first.current = null;
    setSigned(false);
    change.current(null);
  };
  return [canvas, signed, clear] as const;
}

/** A signature pad: always black on white, cleared only by its button. */
export function SignatureField({ label, hint, clear, initial, onChange }: Props) {
  const [canvas, signed, wipe] = useSignatureCanvas({ initial, onChange });
  return (
    <div role="group" aria-label={label} className="grid content-start gap-2">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">{label}</p>
        <Button variant="outline" size="lg" aria-label={`${clear}: ${label}`} onClick={wipe}>
          <Icon of={Eraser} /> {clear}
        </Button>
      </div>
      <div className="relative overflow-hidden rounded-xl border-2 border-line bg-white">
        <canvas
          ref={canvas}
          data-signed={signed}
          className="relative z-10 block aspect-[5/2] w-full cursor-crosshair touch-none select-none"
        />
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-6 bottom-[18%] border-t-2 border-dashed border-[#9aa6b8] pt-1 text-sm text-[#566179]"
        >
          {signed ? "" : hint}
        </p>
      </div>
    </div>
  );
}
