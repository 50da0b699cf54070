"use client";

import { ImagePlus } from "lucide";
import { useState } from "react";
import { sendFile, shrinkPicture, type Area } from "@/components/ui/send-picture";
import { useFieldError } from "@/components/form/form-context";
import { lazyPart } from "@/components/form/lazy-part";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LINK_HEADER } from "@/lib/events/publishing/links/rules";
import { eventFileUrl, MAX_EVENT_FILE_BYTES } from "@/lib/platform/media/rules";
import type { FormValues } from "@/lib/events/publishing/rules";
import type { EventMessages } from "./event-texts";

const PictureCrop = lazyPart(() => import("@/components/ui/picture-crop").then((module) => module.PictureCrop));

type Chosen = { file: File; address: string };

type Props = {
  name: "poster_path" | "stand_map_path";
  values: FormValues;
  texts: EventMessages["poster"];
  /** Signed URL of the stored picture, for the holder of a publish link. */
  preview?: string | undefined;
  link: string | undefined;
  /** Stores the draft after a change that fires no event. */
  onKeep: () => void;
  /** Gets the name of the picture and an address that shows it before the event is saved. */
  onPath?: (path: string, address: string | undefined) => void;
};

/** A picture of an event: chosen, cropped, uploaded at once; the form contains its name only. */
export function PictureField({ name, values, texts: poster, preview: stored, link, onKeep, onPath }: Props) {
  const [path, setPath] = useState(values[name] ?? "");
  const [preview, setPreview] = useState(values[name] ? stored : undefined);
  const [isMissing, setMissing] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const error = useFieldError(name) ?? problem;
  const keep = (file: string, address?: string) => {
    setPath(file);
    setPreview(address);
    setMissing(false);
    onPath?.(file, address);
    requestAnimationFrame(onKeep);
  };
  const choose = (file: File | undefined) => {
    if (chosen) URL.revokeObjectURL(chosen.address);
    setProblem(null);
    setChosen(file ? { file, address: URL.createObjectURL(file) } : null);
  };
  const send = async (area: Area | null) => {
    if (!chosen) return;
    setShare(0);
    const picture = await shrinkPicture(chosen.file, area);
    const answer: Awaited<ReturnType<typeof sendFile>> =
      picture.size > MAX_EVENT_FILE_BYTES
        ? { problem: "tooLarge" }
        : await sendFile("/api/event-posters", picture, setShare, link ? { [LINK_HEADER]: link } : {});
    setShare(null);
    choose(undefined);
    if ("path" in answer) keep(answer.path, answer.preview);
    else {
      const texts: Partial<Record<string, string>> = poster.problems;
      setProblem(texts[answer.code ?? ""] ?? texts[answer.problem] ?? poster.problems.unavailable);
    }
  };
  return (
    <div className="grid gap-4">
      <input type="hidden" name={name} value={path} readOnly />
      <p className="text-muted">{poster.lead}</p>
      {chosen && share === null && (
        <PictureCrop address={chosen.address} onDone={(area) => void send(area)} onCancel={() => choose(undefined)} />
      )}
      {share !== null && (
        <label className="grid gap-2 rounded-xl border-2 border-line p-4" role="status">
          {poster.sending}
          <progress value={share} max={1} className="w-full accent-primary" />
        </label>
      )}
      {!chosen && path && (
        <div className="grid justify-items-start gap-3">
          {isMissing ? (
            <p className="rounded-xl border-2 border-line p-4">{poster.missing}</p>
          ) : (
            <img
              src={preview ?? eventFileUrl(path)}
              alt={poster.alt}
              className="max-h-96 rounded-xl border-2 border-line"
              onError={() => setMissing(true)}
            />
          )}
          <Button variant="outline" onClick={() => keep("")}>
            {poster.remove}
          </Button>
        </div>
      )}
      {!chosen && <PosterInput label={path ? poster.replace : poster.choose} hint={poster.formats} onChoose={choose} />}
      {error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

type PosterInputProps = { label: string; hint: string; onChoose: (file: File | undefined) => void };

function PosterInput({ label, hint, onChoose }: PosterInputProps) {
  return (
    <label className="relative flex min-h-20 cursor-pointer flex-wrap items-center justify-center gap-x-3 rounded-xl border-2 border-dashed border-line p-4 text-center font-semibold hover:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa">
      <Icon of={ImagePlus} className="size-7" />
      {label}
      <span className="w-full text-sm font-normal text-muted">{hint}</span>
      {/* The transparent input covers the whole frame because browsers accept dropped files on a file input. */}
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ target }) => {
          onChoose(target.files?.[0]);
          target.value = "";
        }}
      />
    </label>
  );
}
