import { Camera } from "lucide";
import { useEffect, useMemo } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import type { DeviceChecklist } from "@/lib/garage/checklists/device/rules";
import type { StoredItem } from "@/lib/garage/checklists/schema";
import { vehicleFilePath } from "@/lib/garage/vehicles/rules";
import { fill } from "../../ui/fill";
import type { StoredPhoto } from "./checklist-store";
import type { Checklist } from "./use-checklist";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  item: StoredItem;
  checklist: Checklist;
  device: DeviceChecklist;
  isLocked: boolean;
};

/** Photos of an item, those that wait on the device too, and the button that takes one. */
export function ItemPhotos({ item, checklist, device, isLocked }: Props) {
  const texts = useChecklistTexts();
  const waiting = checklist.photos.filter((photo) => photo.item === item.id);
  const add = async (files: FileList | null) => {
    const { id, owner, list } = device;
    for (const blob of files ?? [])
      await checklist.addPhoto({
        id: crypto.randomUUID(),
        owner,
        checklist: id,
        vehicle: list.vehicle_id,
        item: item.id,
        blob,
        isRefused: false,
      });
  };
  const alt = fill(texts.run.photoAlt, { text: item.text });
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {item.photos.map((photo) => (
        <StoredPhotoLink key={photo} file={photo} alt={alt} />
      ))}
      {item.earlier_photos?.map((photo) => (
        <span key={photo} data-earlier-photo className="grid gap-1">
          <StoredPhotoLink file={photo} alt={alt} />
          <span className="max-w-24 text-sm text-muted">{texts.run.earlierPhoto}</span>
        </span>
      ))}
      {waiting.map((photo) => (
        <WaitingPhoto
          key={photo.id}
          photo={photo}
          alt={alt}
          label={texts.run.removePhoto}
          onRemove={checklist.dropPhoto}
        />
      ))}
      {!isLocked && (
        <label className={buttonClass({ look: "outline", className: "min-h-14 cursor-pointer print:hidden" })}>
          <Icon of={Camera} className="size-5" />
          {texts.run.photo}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="sr-only"
            onChange={({ target }) => void add(target.files).then(() => (target.value = ""))}
          />
        </label>
      )}
    </div>
  );
}

function StoredPhotoLink({ file, alt }: { file: string; alt: string }) {
  return (
    <a href={vehicleFilePath(file)} target="_blank" rel="noopener">
      {/* eslint-disable-next-line @next/next/no-img-element -- a private file, which the picture service cannot read */}
      <img src={vehicleFilePath(file)} alt={alt} className="size-20 rounded-lg border border-line object-cover" />
    </a>
  );
}

type WaitingProps = { photo: StoredPhoto; alt: string; label: string; onRemove: (id: string) => Promise<void> };

function WaitingPhoto({ photo, alt, label, onRemove }: WaitingProps) {
  const url = useMemo(() => URL.createObjectURL(photo.blob), [photo.blob]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <span className="grid gap-1">
      {/* eslint-disable-next-line @next/next/no-img-element -- a picture of this device */}
      <img src={url} alt={alt} className="size-20 rounded-lg border-2 border-dashed border-line object-cover" />
      <button type="button" className="min-h-11 text-sm underline" onClick={() => void onRemove(photo.id)}>
        {label}
      </button>
    </span>
  );
}
