"use client";

import type { Messages } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { uploadFiles } from "@/components/garage/vehicles/file-upload";
import { useChange } from "@/components/garage/vehicles/use-change";
import { setDossierPhotoAction } from "@/lib/garage/history/dossier/actions";
import type { PhotoSlot } from "@/lib/garage/history/dossier/rules";
import { vehicleFilePath } from "@/lib/garage/vehicles/rules";
import { useDossierTexts } from "./dossier-texts";
import { PHOTO_SLOTS } from "@/lib/platform/supabase/database-constants/garage";

type Props = {
  vehicle: string;
  photos: readonly { slot: PhotoSlot; file: string }[];
  isOwner: boolean;
  upload: Messages["garage/vehicles"]["upload"];
};

/** One place for each suggested photo of the dossier. */
export function DossierPhotos({ vehicle, photos, isOwner, upload }: Props) {
  const texts = useDossierTexts().photos;
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
      {PHOTO_SLOTS.map((slot) => {
        const file = photos.find((photo) => photo.slot === slot)?.file ?? null;
        return (
          <li key={slot} data-slot-name={slot} className="grid content-start gap-2">
            <h3 className="text-lg">{texts.slots[slot]}</h3>
            {file ? (
              <img
                src={vehicleFilePath(file)}
                alt={texts.slots[slot]}
                loading="lazy"
                width={320}
                height={240}
                className="aspect-4/3 w-full rounded-lg object-cover"
              />
            ) : (
              <p className="grid aspect-4/3 place-content-center rounded-lg border-2 border-dashed border-line p-2 text-center text-muted">
                {texts.none}
              </p>
            )}
            {isOwner && <SlotButtons vehicle={vehicle} slot={slot} file={file} upload={upload} />}
          </li>
        );
      })}
    </ul>
  );
}

type SlotProps = Pick<Props, "vehicle" | "upload"> & { slot: PhotoSlot; file: string | null };

function SlotButtons({ vehicle, slot, file, upload }: SlotProps) {
  const texts = useDossierTexts().photos;
  const { isBusy, run } = useChange();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState("");
  const send = async (chosen: File) => {
    setSending(true);
    const { stored, problems } = await uploadFiles([chosen], { vehicle, kind: "photo" }, upload);
    setProblem(problems[0] ?? "");
    setSending(false);
    if (stored[0]) run(() => setDossierPhotoAction({ vehicle, slot, file: stored[0]! }));
  };
  const label = isSending ? texts.sending : file ? texts.replace : texts.add;
  return (
    <>
      <label
        className={buttonClass({
          look: "outline",
          className: "cursor-pointer justify-center px-2 text-base has-focus-visible:outline-3",
        })}
      >
        {label}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label={`${label}: ${texts.slots[slot]}`}
          disabled={isBusy || isSending}
          className="sr-only"
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            if (chosen) void send(chosen);
            target.value = "";
          }}
        />
      </label>
      {file && (
        <Button
          variant="ghost"
          className="px-2 text-base"
          aria-label={`${texts.remove}: ${texts.slots[slot]}`}
          disabled={isBusy || isSending}
          onClick={() => run(() => setDossierPhotoAction({ vehicle, slot, file: null }))}
        >
          {texts.remove}
        </Button>
      )}
      {problem && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {problem}
        </p>
      )}
    </>
  );
}
