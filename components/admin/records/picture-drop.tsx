"use client";

import { ImagePlus } from "lucide";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { sendPicture, shrinkPicture, type Area, type PictureProblem } from "./send-picture";

const PictureCrop = dynamic(() => import("./picture-crop").then((module) => module.PictureCrop), { ssr: false });

const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif,image/heic,image/gif,image/tiff";

/** A place to drop or choose a picture: cropped, made smaller on the device, sent; answers its address. */
export function PictureDrop({ onSent }: { onSent: (path: string) => void }) {
  const t = useTranslations("records.image");
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const choose = (chosen: File | undefined) => {
    setProblem(null);
    setFile(chosen ?? null);
  };
  const send = async (area: Area | null) => {
    if (!file) return;
    setShare(0);
    const answer = await sendPicture(await shrinkPicture(file, area), setShare);
    setShare(null);
    setFile(null);
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
  if (file) return <PictureCrop file={file} onDone={send} onCancel={() => setFile(null)} />;
  return (
    <div className="grid gap-2">
      <label
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer.files[0]);
        }}
        className="flex min-h-20 cursor-pointer items-center justify-center gap-3 rounded-xl border-2 border-dashed border-line p-4 text-center font-semibold hover:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa"
      >
        <Icon of={ImagePlus} className="size-7" />
        {t("choose")}
        <input
          type="file"
          accept={ACCEPTED}
          className="sr-only"
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = "";
          }}
        />
      </label>
      {problem && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {t(`problems.${problem}`)}
        </p>
      )}
    </div>
  );
}
