"use client";

import { Star, Trash2 } from "lucide";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import { PhotoPicker, PhotoProblems, usePhotoUpload } from "@/components/panel/requests/photo-picker";
import { MAX_GALLERY } from "@/lib/partners/own-places/rules";
import { useModeratedTexts } from "./moderated-texts";

/** A picture of the place, or a new file that only the team can open until it is approved. */
export type GalleryPicture = { address: string; name?: string; preview?: string };

type Props = {
  label: string;
  pictures: readonly GalleryPicture[];
};

const PUBLIC_PREFIX = "/storage/v1/object/public/place-photos/";
const MAX_NEW = 8;
const SMALL = "inline-flex min-h-11 items-center justify-center gap-1.5 rounded-lg px-2 text-link hover:bg-raised";

/** The pictures of a place in their order; new ones are uploaded as soon as they are chosen. */
export function GalleryField({ label, pictures: initial }: Props) {
  const {
    gallery: texts,
    place: { photos: words },
  } = useModeratedTexts();
  const [pictures, setPictures] = useState<readonly GalleryPicture[]>(initial);
  const { problems, isSending, add } = usePhotoUpload({
    room: Math.min(MAX_GALLERY - pictures.length, MAX_NEW - pictures.filter(({ name }) => name).length),
    texts: { ...words, tooMany: texts.tooMany },
    onSent: (photo) => setPictures((before) => [...before, { ...photo, address: PUBLIC_PREFIX + photo.name }]),
  });
  const numbered = (text: string, index: number) => text.replace("{number}", String(index + 1));
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">{label}</legend>
      <input type="hidden" name="gallery" value={pictures.map(({ address }) => address).join("\n")} />
      <input type="hidden" name="photos" value={pictures.flatMap(({ name }) => name ?? []).join("\n")} />
      <p className="text-sm text-muted">{texts.hint}</p>
      <PhotoPicker
        label={isSending ? texts.sending : texts.add}
        disabled={isSending}
        className="min-h-20"
        onFiles={(files) => void add(files)}
      />
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {pictures.map((picture, index) => (
          <li key={picture.address} className="grid content-start gap-1">
            <Thumbnail picture={picture} alt={numbered(texts.photo, index)} text={texts.new} />
            <span className="flex flex-wrap items-center gap-1 text-sm">
              {index === 0 ? (
                <strong className="px-2">{texts.cover}</strong>
              ) : (
                <button
                  type="button"
                  aria-label={numbered(texts.first, index)}
                  className={SMALL}
                  onClick={() => setPictures([picture, ...pictures.filter((one) => one !== picture)])}
                >
                  <Icon of={Star} className="size-4" />
                </button>
              )}
              <button
                type="button"
                aria-label={numbered(texts.remove, index)}
                className={SMALL}
                onClick={() => setPictures(pictures.filter((one) => one !== picture))}
              >
                <Icon of={Trash2} className="size-4" />
              </button>
            </span>
          </li>
        ))}
      </ul>
      <PhotoProblems problems={problems} />
    </fieldset>
  );
}

type ThumbnailProps = { picture: GalleryPicture; alt: string; text: string };

function Thumbnail({ picture: { address, name, preview }, alt, text }: ThumbnailProps) {
  const shape = "aspect-square w-full rounded-lg";
  const source = preview ?? (name ? null : address);
  return source ? (
    <img src={source} alt={alt} loading="lazy" className={`${shape} object-cover`} />
  ) : (
    <span className={`${shape} grid place-items-center bg-raised p-2 text-center text-sm text-muted`}>{text}</span>
  );
}
