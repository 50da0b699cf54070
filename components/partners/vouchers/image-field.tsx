"use client";

import { ImagePlus } from "lucide";
import { useEffect, useRef, useState } from "react";
import { sendFile, shrinkPicture } from "@/components/ui/send-picture";
import { useFieldError } from "@/components/form/form-context";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { MAX_IMAGE_BYTES } from "@/lib/partners/vouchers/rules";
import { useOfferTexts } from "./offer-texts";

type Props = { place: string; initial: string };

/** The image of an offer, uploaded as soon as it is chosen; the form contains its address only. */
export function ImageField({ place, initial }: Props) {
  const texts = useOfferTexts().offer.image;
  const [stored, setPath] = useState(initial);
  // An image is stored in the folder of its place.
  const isOfPlace = !place || stored.includes(`/${place}/`);
  const path = isOfPlace ? stored : "";
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const error = useFieldError("image_url") ?? problem ?? (stored && !isOfPlace ? texts.otherPlace : null);
  const known = useRef(path);
  useEffect(() => {
    if (known.current === path) return;
    known.current = path;
    // Setting a hidden field by script fires no event, so this event updates preview and draft.
    field.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [path]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (!place) return setProblem(texts.placeFirst);
    setProblem(null);
    setShare(0);
    const picture = await shrinkPicture(file, null);
    const answer: Awaited<ReturnType<typeof sendFile>> =
      picture.size > MAX_IMAGE_BYTES
        ? { problem: "tooLarge" }
        : await sendFile(`/api/voucher-images?lugar=${encodeURIComponent(place)}`, picture, setShare);
    setShare(null);
    if ("path" in answer) setPath(answer.path);
    else {
      const known: Partial<Record<string, string>> = texts.problems;
      setProblem(known[answer.code ?? ""] ?? known[answer.problem] ?? texts.problems.unavailable);
    }
  };
  return (
    <div className="grid gap-3">
      <input ref={field} type="hidden" name="image_url" value={path} readOnly />
      {share !== null && (
        <label className="grid gap-2 rounded-xl border-2 border-line p-4" role="status">
          {texts.sending}
          <progress value={share} max={1} className="w-full accent-primary" />
        </label>
      )}
      {path && (
        <div className="grid justify-items-start gap-3">
          <img src={path} alt={texts.alt} className="max-h-64 rounded-xl border-2 border-line" />
          <Button variant="outline" onClick={() => setPath("")}>
            {texts.remove}
          </Button>
        </div>
      )}
      <label className="relative flex min-h-20 cursor-pointer flex-wrap items-center justify-center gap-x-3 rounded-xl border-2 border-dashed border-line p-4 text-center font-semibold hover:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa">
        <Icon of={ImagePlus} className="size-7" />
        {path ? texts.replace : texts.choose}
        <span className="w-full text-sm font-normal text-muted">{texts.hint}</span>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={share !== null}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            target.value = "";
          }}
        />
      </label>
      {error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
