"use client";

import { ImagePlus } from "lucide";
import { useState } from "react";
import { useTranslations } from "next-intl";
import { lazyPart } from "@/components/form/lazy-part";
import { Icon } from "@/components/ui/icon";
import { UPLOAD_TYPES, type PictureProblem } from "@/lib/platform/media/rules";
import { PictureQueue } from "./picture-queue";
import { isDrawable, sendPicture, shrinkPicture, type Area, type UploadAddress } from "./send-picture";
import { usePictureQueue } from "./use-picture-queue";

const PictureCrop = lazyPart(() => import("./picture-crop").then((module) => module.PictureCrop));

type PictureDropProps = {
  onSent: (path: string) => void;
  /** How many more pictures can be added. */
  room?: number;
  to?: UploadAddress;
  /** PDFs can be chosen too. */
  takesPdf?: boolean;
};

/** A drop area and file picker for pictures: a single one is cropped first, several are uploaded without cropping; reports the address of each. */
export function PictureDrop({ onSent, room = 1, to, takesPdf = false }: PictureDropProps) {
  const t = useTranslations("panel/records.image");
  const tProblem = useTranslations("panel/records.errors.picture");
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const queue = usePictureQueue(onSent, to);
  const choose = (file: File | undefined) => {
    if (chosen) URL.revokeObjectURL(chosen.address);
    setProblem(null);
    queue.clear();
    setChosen(file ? { file, address: URL.createObjectURL(file) } : null);
  };
  /** A PDF and a file that cannot be drawn, which the server checks, are not cropped. */
  const add = async (files: readonly File[]) => {
    const [file, ...others] = files;
    if (file && others.length === 0 && (await isDrawable(file))) choose(file);
    else queue.add(files, room);
  };
  const send = async (area: Area | null) => {
    if (!chosen) return;
    setShare(0);
    const answer = await sendPicture(await shrinkPicture(chosen.file, area), setShare, to);
    setShare(null);
    choose(undefined);
    if ("path" in answer) onSent(answer.path);
    else setProblem(answer.problem);
  };
  if (share !== null) {
    return (
      <label className="grid gap-2 rounded-xl border-2 border-line p-4" role="status">
        {t("sending")}
        <progress value={share} max={1} className="w-full accent-primary" />
      </label>
    );
  }
  if (chosen) return <PictureCrop address={chosen.address} onDone={send} onCancel={() => choose(undefined)} />;
  return (
    <div className="grid gap-2">
      {!queue.isBusy && room > 0 && (
        <label className="relative flex min-h-20 cursor-pointer flex-wrap items-center justify-center gap-x-3 rounded-xl border-2 border-dashed border-line p-4 text-center font-semibold hover:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa">
          <Icon of={ImagePlus} className="size-7" />
          {t(takesPdf ? "chooseFiles" : room > 1 ? "chooseMany" : "choose")}
          <span className="w-full text-sm font-normal text-muted">{t(takesPdf ? "fileFormats" : "formats")}</span>
          <input
            type="file"
            accept={takesPdf ? `${UPLOAD_TYPES},application/pdf` : UPLOAD_TYPES}
            multiple={room > 1}
            // The transparent input covers the whole frame because browsers accept dropped files on a file input.
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={({ target }) => {
              void add([...(target.files ?? [])]);
              target.value = "";
            }}
          />
        </label>
      )}
      <PictureQueue items={queue.items} />
      {problem && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {tProblem(problem)}
        </p>
      )}
    </div>
  );
}
