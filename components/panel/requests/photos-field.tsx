"use client";

import { ImagePlus, Trash2 } from "lucide";
import { useEffect, useId, useRef, useState } from "react";
import { notify } from "@/components/ui/notify";
import { Icon } from "@/components/ui/icon";
import { MAX_PHOTOS, photoNames } from "@/lib/panel/requests/rules";
import { usePlaceTexts } from "./place-texts";
import { uploadPhoto } from "./upload-photo";

type Photo = { name: string; preview?: string };
type Props = {
  initial: string;
};

/** Up to five photos, each uploaded as soon as it is chosen; the form contains their names only. */
export function PhotosField({ initial }: Props) {
  const texts = usePlaceTexts().place.photos;
  const [photos, setPhotos] = useState<Photo[]>(() => photoNames(initial).map((name) => ({ name })));
  const [problems, setProblems] = useState<string[]>([]);
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const names = photos.map(({ name }) => name).join(",");

  // Setting a hidden field by script fires no event, so this event makes the draft save.
  useEffect(() => void field.current?.dispatchEvent(new Event("change", { bubbles: true })), [names]);

  const add = async (files: readonly File[]) => {
    const room = MAX_PHOTOS - photos.length;
    const wrong = files.slice(room).map(({ name }) => `${name}: ${texts.tooMany}`);
    setSending(true);
    for (const file of files.slice(0, room)) {
      const result = await uploadPhoto(file);
      if ("name" in result)
        setPhotos((before) => [...before, { name: result.name, preview: URL.createObjectURL(file) }]);
      else wrong.push(`${file.name}: ${texts[result.problem]}`);
    }
    setSending(false);
    setProblems(wrong);
    if (wrong.length > 0) notify({ code: "input.invalid", variant: "destructive" });
  };
  return (
    <div className="grid gap-3">
      <input ref={field} type="hidden" name="photos" value={names} readOnly />
      <p id={`${id}-hint`} className="text-muted">
        {texts.hint}
      </p>
      {photos.length < MAX_PHOTOS && (
        <label className="grid min-h-24 cursor-pointer place-items-center gap-1 rounded-xl border-2 border-dashed border-line p-4 text-center font-semibold hover:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa">
          <Icon of={ImagePlus} className="size-7" />
          {isSending ? texts.sending : texts.add}
          <input
            type="file"
            multiple
            accept="image/jpeg,image/png,image/webp"
            disabled={isSending}
            aria-describedby={`${id}-hint`}
            className="sr-only"
            onChange={({ target }) => {
              void add([...(target.files ?? [])]);
              target.value = "";
            }}
          />
        </label>
      )}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {photos.map(({ name, preview }, index) => (
          <li key={name} className="grid gap-1">
            {preview ? (
              <img
                src={preview}
                alt={`${texts.label} ${index + 1}`}
                className="aspect-square w-full rounded-lg object-cover"
              />
            ) : (
              <span className="grid aspect-square place-items-center rounded-lg bg-raised p-2 text-center text-sm text-muted">
                {texts.kept}
              </span>
            )}
            <button
              type="button"
              className="inline-flex min-h-9 items-center justify-center gap-1.5 rounded-lg text-sm text-link hover:bg-raised"
              onClick={() => setPhotos((before) => before.filter((photo) => photo.name !== name))}
            >
              <Icon of={Trash2} className="size-4" />
              {texts.remove} {index + 1}
            </button>
          </li>
        ))}
      </ul>
      <ul role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
