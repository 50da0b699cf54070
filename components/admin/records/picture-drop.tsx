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
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const choose = (file: File | undefined) => {
    if (chosen) URL.revokeObjectURL(chosen.address);
    setProblem(null);
    setChosen(file ? { file, address: URL.createObjectURL(file) } : null);
  };
  const send = async (area: Area | null) => {
    if (!chosen) return;
    setShare(0);
    const answer = await sendPicture(await shrinkPicture(chosen.file, area), setShare);
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
      <label
        className="relative flex min-h-20 cursor-pointer items-center justify-center gap-3 rounded-xl border-2 border-dashed border-line p-4 text-center font-semibold hover:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa"
      >
        <Icon of={ImagePlus} className="size-7" />
        {t("choose")}
        <input
          type="file"
          accept={ACCEPTED}
          // Covers the frame unseen: a browser lets files drop on it by itself.
          className="absolute inset-0 cursor-pointer opacity-0"
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
