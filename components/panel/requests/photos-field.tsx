"use client";

import { Trash2 } from "lucide";
import { useEffect, useId, useRef, useState } from "react";
import { notify } from "@/components/ui/notify";
import { Icon } from "@/components/ui/icon";
import { MAX_PHOTOS, photoNames } from "@/lib/panel/requests/rules";
import { usePlaceTexts } from "./place-texts";
import { PhotoPicker, PhotoProblems, usePhotoUpload } from "./photo-picker";

type Photo = { name: string; preview?: string };
type Props = {
  initial: string;
};

/** Up to five photos, each uploaded as soon as it is chosen; the form contains their names only. */
export function PhotosField({ initial }: Props) {
  const texts = usePlaceTexts().place.photos;
  const [photos, setPhotos] = useState<Photo[]>(() => photoNames(initial).map((name) => ({ name })));
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const names = photos.map(({ name }) => name).join(",");

  // Setting a hidden field by script fires no event, so this event makes the draft save.
  useEffect(() => void field.current?.dispatchEvent(new Event("change", { bubbles: true })), [names]);

  const { problems, isSending, add } = usePhotoUpload({
    room: MAX_PHOTOS - photos.length,
    texts,
    onSent: (photo) => setPhotos((before) => [...before, photo]),
  });
  const pick = async (files: readonly File[]) => {
    const wrong = await add(files);
    if (wrong.length > 0) notify({ code: "input.invalid", variant: "destructive" });
  };
  return (
    <div className="grid gap-3">
      <input ref={field} type="hidden" name="photos" value={names} readOnly />
      <p id={`${id}-hint`} className="text-muted">
        {texts.hint}
      </p>
      {photos.length < MAX_PHOTOS && (
        <PhotoPicker
          label={isSending ? texts.sending : texts.add}
          disabled={isSending}
          hintId={`${id}-hint`}
          className="min-h-24"
          onFiles={(files) => void pick(files)}
        />
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
      <PhotoProblems problems={problems} />
    </div>
  );
}
