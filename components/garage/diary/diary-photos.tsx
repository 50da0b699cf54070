import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import { FilePicker } from "@/components/garage/vehicles/file-picker";
import { uploadFiles } from "@/components/garage/vehicles/file-upload";
import type { useUndo } from "@/components/garage/vehicles/use-undo";
import { deleteVehicleFileAction } from "@/lib/garage/vehicles/actions";
import { vehicleFilePath } from "@/lib/garage/vehicles/rules";
import { useVehicleTexts } from "@/components/garage/vehicles/vehicle-texts";
import { useDiaryTexts } from "./diary-texts";

type Props = {
  entry: { id: string; values: { title: string }; photos: readonly string[] };
  vehicle: string;
  canWrite: boolean;
  change: ReturnType<typeof useUndo>;
};

/** The photos of an entry, which only people with access to the car open. */
export function DiaryPhotos({ entry, vehicle, canWrite, change }: Props) {
  const vehicleTexts = useVehicleTexts();
  const texts = useDiaryTexts();
  const router = useRouter();
  const { title } = entry.values;
  const add = async (files: readonly File[]) => {
    const { problems } = await uploadFiles(files, { vehicle, kind: "photo", diary: entry.id }, vehicleTexts.upload);
    router.refresh();
    return problems;
  };
  const remove = (id: string) =>
    whenConfirmed(vehicleTexts.photos.confirm, () => change.run(() => deleteVehicleFileAction({ id })));
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
        {entry.photos.map((id, index) => (
          <li key={id} className="grid content-start gap-1">
            <a href={vehicleFilePath(id)} target="_blank" rel="noopener">
              {/* eslint-disable-next-line @next/next/no-img-element -- a private file, which the picture service cannot read */}
              <img
                src={vehicleFilePath(id)}
                alt={fill(texts.photo, { number: index + 1, title })}
                loading="lazy"
                width={320}
                height={240}
                className="aspect-4/3 w-full rounded-lg object-cover"
              />
            </a>
            {canWrite && (
              <Button variant="ghost" className="print:hidden" disabled={change.isBusy} onClick={() => remove(id)}>
                {vehicleTexts.photos.remove.replace("{number}", String(index + 1))}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canWrite && (
        <FilePicker
          label={texts.addPhotos}
          hint={texts.photosHint}
          sending={vehicleTexts.photos.sending}
          accept="image/jpeg,image/png,image/webp"
          onFiles={add}
        />
      )}
    </>
  );
}
