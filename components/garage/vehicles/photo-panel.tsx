"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { deleteVehicleFileAction, setVehiclePhotoAction } from "@/lib/garage/vehicles/actions";
import { vehicleFilePath } from "@/lib/garage/vehicles/rules";
import { FilePicker } from "./file-picker";
import { uploadFiles } from "./file-upload";
import { useChange } from "./use-change";
import { useVehicleTexts } from "./vehicle-texts";

type Props = {
  vehicle: { id: string; nickname: string; photo_id: string | null };
  photos: readonly { id: string }[];
};

/** Photos of a car: the first one represents it until the owner chooses another. */
export function PhotoPanel({ vehicle, photos }: Props) {
  const texts = useVehicleTexts();
  const router = useRouter();
  const { photos: words } = texts;
  const { isBusy, run } = useChange();
  const add = async (files: readonly File[]) => {
    const { stored, problems } = await uploadFiles(files, { vehicle: vehicle.id, kind: "photo" }, texts.upload);
    const first = stored[0];
    if (first && !vehicle.photo_id) run(() => setVehiclePhotoAction({ vehicle: vehicle.id, file: first }));
    router.refresh();
    return problems;
  };
  return (
    <div className="grid gap-4">
      <FilePicker
        label={words.add}
        hint={words.hint}
        sending={words.sending}
        accept="image/jpeg,image/png,image/webp"
        onFiles={add}
      />
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map(({ id }, index) => {
          const number = String(index + 1);
          const isCover = id === vehicle.photo_id;
          return (
            <li key={id} className="grid content-start gap-2">
              <img
                src={vehicleFilePath(id)}
                alt={words.alt.replace("{number}", number).replace("{name}", vehicle.nickname)}
                loading="lazy"
                width={320}
                height={240}
                className="aspect-4/3 w-full rounded-lg object-cover"
              />
              {isCover ? (
                <p className="min-h-11 content-center font-semibold">{words.cover}</p>
              ) : (
                <Button
                  variant="outline"
                  className="px-2 text-base whitespace-normal"
                  disabled={isBusy}
                  onClick={() => run(() => setVehiclePhotoAction({ vehicle: vehicle.id, file: id }))}
                >
                  {words.use}
                </Button>
              )}
              <Button
                variant="ghost"
                className="px-2 text-base whitespace-normal"
                disabled={isBusy}
                onClick={() => whenConfirmed(words.confirm, () => run(() => deleteVehicleFileAction({ id })))}
              >
                {words.remove.replace("{number}", number)}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
